subroutine s(n, x)
  integer n, g
  real x, f, h
  f(t) = t*x + n
  g(y) = y*2.5
  h(i) = f(1.0) + i/2
  i = 7
  y = 3
  x = f(x) + g(x) + h(5) + i + y
end subroutine
