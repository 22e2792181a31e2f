subroutine s(x)
  implicit integer (t)
  real x
  parameter (two = 2.5, p = 1/3, q = p + 0.5)
  x = x + two + p + q
end subroutine
