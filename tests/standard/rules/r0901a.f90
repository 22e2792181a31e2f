module m
  type in
    real :: v(3) = 1
    integer :: k = 2
  end type
  type t
    type(in) :: a(2)
    real :: m(2, 2) = 3
  end type
contains
  subroutine s(n, p, x)
    integer n
    type(t) p(n)
    real x
    integer i
    do i = 1, n
      p(i)%a(2)%v(3) = p(n + 1 - i)%a(1)%v(2) + i
      p(i)%a%k = i
      p(i)%m(2, :) = p(i)%m(:, 1)
    end do
    x = sum(p%a(2)%v(3)) + sum(p%m(2, 1))
  end subroutine
end module
