subroutine s(x, y)
  use missing
  real x(3), y
  y = sum(x)
end subroutine
