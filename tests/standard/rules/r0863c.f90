subroutine s(x)
  implicit none (external)
  real x
  y = x + 1
  x = y
end subroutine
