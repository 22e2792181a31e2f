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
contains
  subroutine s(p, x)
    class(base) p
    real x
    x = x + p%area()
  end subroutine
end module
