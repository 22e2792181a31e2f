module m
  type v
    real a
  end type
  interface operator(.plus.)
    module procedure add
  end interface
  interface operator(.neg.)
    module procedure neg
  end interface
  interface operator(*)
    module procedure mul
  end interface
contains
  type(v) function add(p, q)
    type(v), intent(in) :: p, q
    add%a = p%a + q%a
  end function
  type(v) function neg(p)
    type(v), intent(in) :: p
    neg%a = -p%a
  end function
  type(v) function mul(p, q)
    type(v), intent(in) :: p, q
    mul%a = p%a*q%a
  end function
  subroutine s(x)
    real x
    type(v) p, q
    p%a = x
    q%a = 3
    p = .neg. p*q .plus. q*q .plus. p
    x = p%a
  end subroutine
end module
