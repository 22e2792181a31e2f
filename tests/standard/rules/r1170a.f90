subroutine s(x)
  use iso_fortran_env
  real x
  type(event_type), save :: e[*]
  event post (e[1])
  x = 1
end subroutine
