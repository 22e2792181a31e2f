subroutine s(x)
  real x
  integer, parameter :: n = 2, v(0:2) = [3, 4, 5]
  x = x + n + v(n) + v(0)
end subroutine
