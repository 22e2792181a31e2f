subroutine s(x)
  real x
  real, save :: c[*]
  c = x
  x = c + 1
end subroutine
