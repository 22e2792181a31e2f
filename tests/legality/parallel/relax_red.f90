! RUN: tag_inames("i: g.0")
! Only even points: their neighbours are odd.
subroutine relax(n, u)
  implicit none
  integer n, i
  real*8 u(n)
  do i = 2, n - 1, 2
    u(i) = 0.5d0*(u(i - 1) + u(i + 1))
  end do
end
