! RUN: auto_parallel(block=2)
! run: n=0,1,2,5 m=1,2,4
! Each column sets `w`, `g` and `t` anew, which the caller handed over and finds as the last column left them.
subroutine columns(n, m, a, b, d, x, w, g, t)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: a(n, m), b(n, m), d(n, m)
  real(8), intent(inout) :: x(n, m), w(*), g(m), t
  integer :: i, k
  do i = 1, n
    w(1) = a(i, 1)/(b(i, 1) + 2)
    g(1) = d(i, 1)/(b(i, 1) + 2)
    do k = 2, m
      t = b(i, k) + 2 - a(i, k)*w(k - 1)
      w(k) = a(i, k)/t
      g(k) = (d(i, k) - a(i, k)*g(k - 1))/t
    end do
    x(i, m) = g(m)
    do k = m - 1, 1, -1
      x(i, k) = g(k) - w(k)*x(i, k + 1)
    end do
  end do
end subroutine
