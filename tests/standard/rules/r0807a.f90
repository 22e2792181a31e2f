module m
  private
  public :: s, operator(.twice.)
  real :: own = 3
  interface operator(.twice.)
    module procedure twice
  end interface
contains
  real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
  subroutine s(x)
    real x
    x = .twice. x + own
  end subroutine
end module
subroutine t(x)
  use m
  real x
  own = 5
  x = .twice. x + own
end subroutine
