module m
  type t
    real a, b
  end type
  interface assignment(=)
    module procedure set
  end interface
contains
  subroutine set(p, x)
    type(t), intent(out) :: p
    real, intent(in) :: x
    p%a = x
    p%b = -x
  end subroutine
  subroutine s(x, y)
    real x, y
    type(t) p
    p = x
    y = p%b
  end subroutine
end module
