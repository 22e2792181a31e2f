subroutine s(x)
  use iso_fortran_env
  real x
  type(lock_type), save :: l[*]
  lock (l[1])
  unlock (l[1])
  x = 1
end subroutine
