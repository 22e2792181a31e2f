subroutine s(x)
  real x
  procedure(real), pointer :: p => null()
  x = x + 1
end subroutine
