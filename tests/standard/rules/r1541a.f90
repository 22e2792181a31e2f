subroutine s(n, x)
  integer n
  real x, y
  x = x + 1
  goto 10
  entry t(n, x)
  x = 5
10 x = x*n
end subroutine
real function f(x)
  real x, g
  f = x
  return
  entry g(x)
  f = x*2
end function
