! RUN: tag_inames("i: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: relax_red
subroutine relax(n, u)
  implicit none
  integer n, i
  real*8 u(n)
  do i = 2, n - 1
    u(i) = 0.5d0*(u(i - 1) + u(i + 1))
  end do
end
