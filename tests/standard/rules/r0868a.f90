subroutine s(x)
  real x
  namelist /list/ x
  x = x + 1
end subroutine
