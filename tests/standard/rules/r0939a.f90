subroutine s(x)
  real, target :: x
  real, pointer :: p
  p => x
  p = 3
  nullify (p)
end subroutine
