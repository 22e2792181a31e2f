subroutine s(x)
  use iso_fortran_env
  real x
  type(event_type), save :: e[*]
  event wait (e, until_count=2)
  x = 1
end subroutine
