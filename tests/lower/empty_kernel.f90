! RUN: tag_inames("i:g.0")
! run: n=4,9
! Nothing to launch.
subroutine fill(a, n)
  implicit none
  integer n, i
  real*8 a(n)
  do i = 5, 4
    a(i) = 1
  end do
end subroutine
