subroutine s(x, i)
  use, intrinsic :: iso_fortran_env, only: real64, wi => int64
  use iso_c_binding
  real(real64) x
  integer(wi) i
  real(c_float) y
  y = x/3
  x = y + i
end subroutine
