subroutine s(x)
  use iso_fortran_env
  real x
  type(team_type) t
  form team (1, t)
  sync team (t)
  x = 1
end subroutine
