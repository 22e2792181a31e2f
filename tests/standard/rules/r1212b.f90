subroutine s(x)
  real x(3)
  integer i
  print *, (x(i), i = 1, 3)
  x = x + 1
end subroutine
