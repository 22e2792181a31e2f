subroutine s(x)
  real x
  real, save :: c[*]
  x = c[1]
end subroutine
