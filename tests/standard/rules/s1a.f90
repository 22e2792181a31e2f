subroutine s(n, x)
  integer n, l
  real x
  assign 10 to l
  if (n > 3) assign 20 to l
  goto l, (10, 20)
10 x = x + 1
20 x = x*2
end subroutine
