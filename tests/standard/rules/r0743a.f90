module m
  type in
    integer :: k = 4
    real :: w(3) = [1, 2, 3]
  end type
  type t
    type(in) :: a
    type(in) :: b(2)
    real :: c(2, 2) = 7
  end type
contains
  subroutine s(x)
    real x
    type(t) p
    x = x + p%a%k + p%b(2)%k + p%a%w(2) + sum(p%c)
  end subroutine
end module
