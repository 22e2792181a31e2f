module m
  type t
    real :: a = 1, b(2) = 2
  end type
contains
  type(t) function f(x)
    real, intent(in) :: x
    f%b(2) = x
  end function
  subroutine s(x)
    real x
    type(t) p
    p%a = 9
    p = f(x)
    x = p%a + sum(p%b)
  end subroutine
end module
