subroutine s(x, y)
  use missing, only: sum
  real x(3), y
  y = sum(x)
end subroutine
