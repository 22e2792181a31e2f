subroutine s(x)
  real x
  type t
    real :: a = 1
  end type
  type(t) p, q(3)
  p%a = x
  q = p
  x = q(3)%a
end subroutine
