! RUN: auto_parallel(reductions=True)
! run: n=0,1,2,5,300
! Which sums share the loops of what they sum: `a` and `count` those of the first nest, and `low` and `high` each
! other's. `b` reads what other iterations wrote, and so does `back`; `spread` waits for `a`.
subroutine moments(n, x, y, w, v, a, count, b, back, spread, low, high)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(inout) :: w(n), v(n)
  real(8), intent(out) :: a, b, back, spread, low, high
  integer, intent(out) :: count
  integer :: i
  a = 0
  count = 0
  do i = 1, n
    if (x(i) > 0) w(i) = x(i)*y(i)
    a = a + w(i)*y(i)
    if (w(i) < y(i)) count = count + 1
  end do
  b = 0
  do i = 1, n
    v(i) = w(i) - 1
  end do
  do i = 2, n
    b = b + v(i - 1)*v(i)
  end do
  back = 0
  do i = 1, n
    v(n + 1 - i) = x(i)
  end do
  do i = 1, n
    back = back + v(i)*y(i)
  end do
  spread = 0
  do i = 1, n
    spread = spread + (w(i) - a)**2
  end do
  low = 1
  high = -1
  do i = 1, n
    low = min(low, x(i))
    high = max(high, x(i))
  end do
end subroutine
