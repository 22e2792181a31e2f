module m
  type, abstract :: base
  contains
    procedure(f), deferred :: area
  end type
  abstract interface
    real function f(this)
      import base
      class(base), intent(in) :: this
    end function
  end interface
  type, extends(base) :: sq
    real :: a = 2
  contains
    procedure :: area => sq_area
  end type
contains
  real function sq_area(this)
    class(sq), intent(in) :: this
    sq_area = this%a**2
  end function
  subroutine s(x)
    real x
    type(sq) p
    x = x + p%area()
  end subroutine
end module
