subroutine s(x, l)
  real, target :: x
  real, pointer :: p
  logical l
  p => x
  l = associated(p, x)
end subroutine
