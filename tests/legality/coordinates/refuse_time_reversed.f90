! RUN: map_domain("[nt] -> { [t] -> [r] : r = nt - 1 - t }")
! EXPECT: lp::legality::order
! TWIN: samples_reversed
subroutine march(nt, n, u)
  implicit none
  integer nt, n, t, i
  real*8 u(n, nt + 1)
  do t = 1, nt
    do i = 2, n - 1
      u(i, t + 1) = 0.5d0*(u(i - 1, t) + u(i + 1, t))
    end do
  end do
end
