module m
  implicit none
  real :: v(3) = [1, 2, 3]
  integer, parameter :: n = 3
  integer, private :: own = 2
contains
  subroutine s(x)
    real x
    v(2) = x
    own = own + 1
    x = v(1) + n + own
  end subroutine
end module m
