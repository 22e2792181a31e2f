subroutine s(n, x)
  integer n
  real x(n)
  n = n - 1
  x = x + 1
end subroutine
