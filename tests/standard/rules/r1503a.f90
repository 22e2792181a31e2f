module m
  abstract interface
    real function f(x)
      real, intent(in) :: x
    end function
  end interface
contains
  subroutine each(g, x)
    procedure(f) :: g
    real x
    x = g(x)
  end subroutine
  subroutine s(x)
    real x
    call each(two, x)
  end subroutine
  real function two(x)
    real, intent(in) :: x
    two = 2*x
  end function
end module
