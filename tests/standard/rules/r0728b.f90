module m
  type, abstract :: base
    real :: a = 1
  end type
  type, extends(base), public :: more
    real :: b = 2
  end type
  type, private :: own
    real :: c = 3
  end type
contains
  subroutine s(x)
    real x
    type(more) p
    type(own) q
    x = x + p%a + p%b + q%c
  end subroutine
end module
