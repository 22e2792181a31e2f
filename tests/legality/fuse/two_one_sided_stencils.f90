! RUN: rename_iname("j", "i", existing_ok=True)
subroutine smooth(n, u, t, w)
  implicit none
  integer n, i, j
  real*8 u(n), t(n), w(n)
  do i = 2, n - 1
    t(i) = u(i - 1) + 2*u(i) + u(i + 1)
  end do
  do j = 2, n - 1
    w(j) = t(j - 1) + 2*t(j)
  end do
end
