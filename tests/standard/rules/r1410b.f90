module iso_fortran_env
  integer, parameter :: real64 = 4
end module
subroutine s(x)
  use, intrinsic :: iso_fortran_env, only: real64
  real(real64) x
  x = x/3
end subroutine
