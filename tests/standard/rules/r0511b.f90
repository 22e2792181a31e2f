subroutine s(x)
  real x
  x = x + 1
contains
end subroutine
