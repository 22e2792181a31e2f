! What gfortran makes of constructs whose meaning lies not in their name: the shape of what functions give, intrinsic
! functions under other names, elements that `data` does not name, alternate returns of entries, and bits.
module vbc_names
  intrinsic min, max
end module
module vbc_other
  interface max
    module procedure mymax
  end interface
contains
  real function mymax(a, b)
    real, intent(in) :: a
    integer, intent(in) :: b
    mymax = a + b
  end function
end module
subroutine shapes(d, r, k)
  implicit none
  real(8), intent(in) :: d
  real, intent(in) :: r(4)
  integer, intent(out) :: k(5)
  integer :: i
  k = 0
  do i = 1, 2
    k(1) = size(transfer(d, [1])) + i
    k(2) = size(transfer(r, [1d0])) + i
    k(3) = size(transfer(d, [1], 5)) + i
    k(4) = ubound(transfer(r, [1d0]), 1)
    k(5) = sum(shape(transfer(r, [1d0])))
  end do
end subroutine
subroutine present_shape(v, m, n, k)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: m(n)
  real, intent(in), optional :: v(n + 4)
  integer, intent(out) :: k(2)
  k(1) = size(present(v) .and. m > 0)
  k(2) = count(present(v) .and. m > 0)
end subroutine
subroutine renamed(x, n)
  use vbc_names, min => max, max => min
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = max(x(i), i) + min(i, 3)
  end do
end subroutine
subroutine generic(x, n)
  use vbc_other, min => max
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = min(1., x(i)) + min(x(i), 2)
  end do
end subroutine
subroutine given(x, n)
  implicit none
  integer, intent(in) :: n
  real, intent(out) :: x(6)
  integer i, k(6)
  real w(6)
  data w(2) /1./, (k(i), i = 2, 6, 2) /3*7/
  do i = 1, 6
    x(i) = w(i) + k(i) + n
  end do
end subroutine
subroutine kept(x, n)
  implicit none
  integer, intent(in) :: n
  real, intent(out) :: x(4)
  integer i
  logical l(4)
  real w(4)
  data w(3) /1./, l(2) /.true./
  do i = 1, 4
    x(i) = w(i) + n
    if (l(i)) x(i) = x(i) + 100
  end do
  w(1) = n
end subroutine
subroutine parts(a, b, r, n)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: a(n), b(n)
  real, intent(out) :: r(n)
  integer :: i
  r = 0
  do i = 1, n - 3
    r(i) = sum([a(i), a(i + 1), b(i:i + 2)])
  end do
end subroutine
subroutine f1(n, *)
  implicit none
  integer n, i
  if (n == 1) return 1
  return
  entry e2(n, i, *, *, *)
  i = i + 1
  if (n < 1 .or. n > 3) return
  return n
end subroutine
subroutine returned(x, m)
  implicit none
  integer, intent(in) :: m
  integer, intent(inout) :: x(m)
  integer i, k
  do i = 1, m
    k = i
    call e2(k, x(i), *10, *20, *30)
    x(i) = x(i) + 1000
    cycle
10  x(i) = x(i) + 100
    cycle
20  x(i) = x(i) + 200
    cycle
30  x(i) = x(i) + 300
  end do
end subroutine
