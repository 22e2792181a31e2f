subroutine s(x)
  real x
  real, target :: t
  real, pointer :: p => null()
  t = 4
  p => t
  p = p + x
  x = t
end subroutine
