subroutine s(x)
  real x
  type t
    real a, b
  end type
  type(t) p
  data p /t(1.0, 2.0)/
  x = x + p%b
end subroutine
