! RUN: tag_inames("p: g.0")
! EXPECT: lp::barriers::groups lp::legality::order
! TWIN: deposit_far_apart
! Every particle gives charge to two cells; neighbours share one.
subroutine deposit(n, q, rho)
  implicit none
  integer n, p
  real*8 q(n), rho(n + 1)
  do p = 1, n
    rho(p) = rho(p) + 0.5d0*q(p)
    rho(p + 1) = rho(p + 1) + 0.5d0*q(p)
  end do
end
