subroutine s(x)
  real x(3)
  target x
  x = x + 1
end subroutine
