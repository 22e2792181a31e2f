subroutine s(a, b, x)
  real a, b, x
  x = (a + b) - a + (a - (b - x)) + (a*b)/b + a*(b/3)
end subroutine
