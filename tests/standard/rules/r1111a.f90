subroutine s(x)
  use iso_fortran_env
  real x
  type(team_type) t
  change team (t)
    x = 1
  end team
end subroutine
