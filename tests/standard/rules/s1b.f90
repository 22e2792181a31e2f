subroutine s(n, x)
  integer n
  real x
  if (n) 10, 20, 30
10 x = 1
  return
20 if (x) 10, 30, 40
30 x = 3
40 x = x + 4
end subroutine
