subroutine s(n, x)
  integer n
  real x
  call t(n, *10, x, *20)
  x = x + 100
  return
10 x = x + 200
  return
20 x = x + 300
end subroutine
subroutine t(n, *, x, *)
  integer n
  real x
  if (n == 1) return 1
  if (n == 2) return n
  x = x + 1
end subroutine
