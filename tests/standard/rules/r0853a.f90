subroutine s(x)
  real x, p
  target x
  pointer p
  p => x
  p = 3
end subroutine
