module m
  type t
    private
    real :: a = 1
    real, public :: b = 2
  end type
contains
  subroutine s(x)
    real x
    type(t) p
    x = x + p%a + p%b
  end subroutine
end module
