! First values of components are converted as the constants in them are.
module mt
  implicit none
  real(8), parameter :: one = 1
  integer, parameter :: n = 7.9
  real, parameter :: r = 0.1d0
  type t
    real(8) :: a = one/2
    real(8) :: b = n/2
    real(8) :: c = r
  end type
end module
subroutine e1(x)
  use mt
  real(8) :: x(3)
  type(t) :: v
  x = [v%a, v%b, v%c]
end subroutine
