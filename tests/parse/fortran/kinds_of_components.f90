! Kinds and bounds in a type are those where the type is defined.
module numbers
  use iso_fortran_env, only: wp => real64
  use iso_c_binding, only: c_double
  implicit none
  integer, parameter :: sizes(2) = [3, 4], digits = 12, rp = selected_real_kind(digits)
  type one
    real(wp) :: x = 0.1_wp
  end type
  type two
    real(c_double) :: x
    real(rp) :: list(sizes(2))
  end type
end module
subroutine kinds(x, y)
  use numbers, only: one, two
  implicit none
  integer, parameter :: wp = 4, rp = 4
  real(8) x, y(3)
  type(one) :: p
  type(two) :: q
  y(3) = p%x
  p%x = x/3
  y(1) = p%x
  q%x = x/3
  q%list(4) = x/7
  y(2) = q%x + q%list(4)
end subroutine
