! RUN: duplicate_inames("i", "insn_1")
! The velocity at i sees the pressures at i and i + 1, which this loop has not advanced yet.
subroutine wave(n, dt, v, p)
  implicit none
  integer n, i
  real*8 dt, v(n + 1), p(n)
  do i = 2, n - 1
    v(i) = v(i) - dt*(p(i + 1) - p(i))
    p(i) = p(i) - dt*v(i)
  end do
end
