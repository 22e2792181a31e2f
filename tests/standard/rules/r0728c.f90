subroutine s(x)
  real x
  type, bind(c) :: t
    real a
  end type
  type u
    sequence
    real a, b
  end type
  type(t) p
  type(u) q
  p%a = x
  q = u(x, p%a)
  x = q%a + q%b
end subroutine
