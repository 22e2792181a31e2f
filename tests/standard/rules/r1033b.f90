subroutine s(a)
  real, target :: a(4)
  real, pointer :: p(:)
  p => a(2:3)
  p = 1
end subroutine
