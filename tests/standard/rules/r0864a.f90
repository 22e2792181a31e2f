subroutine s(x)
  type t
    real :: a = 2
  end type
  implicit type(t) (p)
  real x
  x = x + p%a
end subroutine
