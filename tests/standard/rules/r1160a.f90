subroutine s(n, x)
  integer n
  real x
  if (n < 0) stop 'negative'
  if (n > 1000) stop 3
  x = x + n
end subroutine
