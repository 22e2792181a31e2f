module m
  interface operator(.twice.)
    module procedure twice
  end interface
contains
  real function twice(x)
    real, intent(in) :: x
    twice = 2*x
  end function
end module
subroutine s(x)
  use m, only: operator(.two.) => operator(.twice.)
  real x
  x = .two. x + 1
end subroutine
