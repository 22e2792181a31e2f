! RUN: map_domain("[nt] -> { [t] -> [r] : r = nt - 1 - t }")
! Samples of different times have nothing to do with each other.
subroutine smooth(nt, n, u, v)
  implicit none
  integer nt, n, t, i
  real*8 u(n, nt + 1), v(n, nt + 1)
  do t = 1, nt
    do i = 2, n - 1
      v(i, t) = 0.5d0*(u(i - 1, t) + u(i + 1, t))
    end do
  end do
end
