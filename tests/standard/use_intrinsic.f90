! `use, intrinsic` means the module of the language, also beside one of the source (14.2.2). Right: `x` of `s` is real(8),
! that of `t` and `u` real(4).
module iso_fortran_env
  integer, parameter :: real64 = 4
end module
subroutine s(x)
  use, intrinsic :: iso_fortran_env, only: real64
  real(real64) x
  x = x/3
end subroutine
subroutine t(x)
  use, non_intrinsic :: iso_fortran_env, only: real64
  real(real64) x
  x = x/3
end subroutine
subroutine u(x)
  use iso_fortran_env
  real(real64) x
  x = x/3
end subroutine
