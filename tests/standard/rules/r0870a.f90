subroutine s(x, y)
  real x(6), y
  real a(0:5), b(2, 2), c
  equivalence (a(2), b), (b(2, 2), c)
  a = x
  b(1, 2) = 3
  c = c + b(2, 1)
  x = a
  y = c
end subroutine
