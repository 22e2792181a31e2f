module m
contains
  subroutine s(x)
    real x
    procedure(f), pointer :: p
    p => f
    x = p(x)
  end subroutine
  real function f(x)
    real, intent(in) :: x
    f = 2*x
  end function
end module
