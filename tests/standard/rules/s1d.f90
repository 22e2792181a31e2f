subroutine s(n, x)
  integer n
  real x
  if (n < -100000) pause
  x = x + 1
end subroutine
