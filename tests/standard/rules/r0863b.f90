subroutine s(x)
  implicit none (type, external)
  real x
  x = x + 1
end subroutine
