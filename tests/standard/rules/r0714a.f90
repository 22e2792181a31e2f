subroutine s(x)
  real x
  x = 1e-45
end subroutine
