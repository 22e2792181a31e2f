! RUN: tag_inames("p: g.0")
! Particles sit in every other cell.
subroutine deposit(n, q, rho)
  implicit none
  integer n, p
  real*8 q(n), rho(2*n)
  do p = 1, n
    rho(2*p - 1) = rho(2*p - 1) + 0.5d0*q(p)
    rho(2*p) = rho(2*p) + 0.5d0*q(p)
  end do
end
