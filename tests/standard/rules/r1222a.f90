subroutine s(x)
  real x
  wait (unit=10)
  x = x + 1
end subroutine
