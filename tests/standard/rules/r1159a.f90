subroutine s(x)
  real x
  continue
  x = x + 1
end subroutine
