module m
  type t
    procedure(f), pointer, nopass :: p => null()
  end type
contains
  real function f(x)
    real, intent(in) :: x
    f = x
  end function
  subroutine s(x)
    real x
    type(t) q
    q%p => f
    x = q%p(x)
  end subroutine
end module
