! Constants of modules that a compiler computes: arrays, what functions make of them, and elements.
module weights
  implicit none
  real(8), parameter :: w(3) = [1d0, 4d0, 1d0]
  real(8), parameter :: w6(3) = w/6d0, back(3) = w6(3:1:-1), roots(2) = sqrt([2d0, 3d0])
  real(8), parameter :: rk(3) = [1d0, 2d0, 3d0]/6d0, total = sum(w), last = w(size(w)) + maxval(rk)
  integer, parameter :: table(2, 3) = reshape([1, 2, 3, 4, 5, 6], [2, 3]), turned(3, 2) = transpose(table)
  integer, parameter :: row(3) = table(2, :), some = count(table > 2), longest = maxval(table)
  integer, private :: j
  integer, parameter :: powers(4) = [(2**j, j = 0, 3)], both(7) = [row, powers], i = 3
  logical, parameter :: flags(3) = w6 > 0.5d0, wide = any(flags), all_wide = all(flags)
  integer, private, parameter :: hidden(2) = [7, 9]
  integer, parameter :: shown = hidden(2)*2
contains
  subroutine simpson(f, n, s)
    integer, intent(in) :: n
    real(8), intent(in) :: f(n)
    real(8), intent(inout) :: s
    integer :: k
    do k = 1, n
      s = s + w6(mod(k, 3) + 1)*f(k)
    end do
  end subroutine
  subroutine stage(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: k
    do k = 1, n
      x(k) = x(k)*2
      x(k) = x(k) + rk(2) + back(1) + roots(2) + total + last
    end do
  end subroutine
  subroutine numbers(o)
    integer, intent(out) :: o(12)
    o = 0
    o(1) = turned(2, 1)*10 + row(3)
    o(2) = some
    o(3) = longest
    o(4) = both(5)
    if (wide) o(5) = 1
    if (all_wide) o(6) = 1
    o(7) = shown
    o(8) = i
    o(9) = sum(table(1, :))
    o(10) = dot_product(row, [1, 10, 100])
    o(11) = merge(1, 2, flags(2))
    o(12) = size(both) + size(table, 2)
  end subroutine
end module
subroutine widen(x, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer, parameter :: w(3) = [3, 7, 5], most = maxval(w), many = count(w > 4)
  logical, parameter :: wide = any(w > 6)
  real(8) :: t(maxval(w))
  integer :: i
  t = many
  do i = 1, n
    if (wide) x(i) = x(i)*most + t(most)
  end do
end subroutine
subroutine widest(x, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer, parameter :: most = maxval([3, 7, 5])
  integer :: i
  do i = 1, n
    if (most > 3) x(i) = x(i)*2
  end do
end subroutine
subroutine forward(x)
  use weights, only: step => rk, n => longest
  implicit none
  real(8), intent(inout) :: x(n)
  x = x + step(2)
end subroutine
