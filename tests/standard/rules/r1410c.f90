module iso_fortran_env
  integer, parameter :: real64 = 4
end module
subroutine s(x)
  use, non_intrinsic :: iso_fortran_env, only: real64
  real(real64) x
  x = x/3
end subroutine
subroutine t(x)
  use iso_fortran_env, only: real64
  real(real64) x
  x = x/3
end subroutine
