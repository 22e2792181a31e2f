subroutine s(x, y)
  real x, y
  type t
    real a, b
  end type
  type(t) p
  p = t(x, y)
  p = t(p%b, p%a)
  x = p%a; y = p%b
end subroutine
