! RUN: duplicate_inames("i", "insn_1")
! EXPECT: lp::legality::order
! TWIN: leapfrog
! The velocity at i sees the pressure at i - 1, which this very loop has just advanced.
subroutine wave(n, dt, v, p)
  implicit none
  integer n, i
  real*8 dt, v(n + 1), p(n)
  do i = 2, n
    v(i) = v(i) - dt*(p(i) - p(i - 1))
    p(i) = p(i) - dt*v(i)
  end do
end
