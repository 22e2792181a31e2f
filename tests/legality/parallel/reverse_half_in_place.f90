! RUN: tag_inames("i: g.0")
! The second half is only read.
subroutine mirror(n, x)
  implicit none
  integer n, i
  real*8 x(2*n)
  do i = 1, n
    x(i) = x(2*n + 1 - i)
  end do
end
