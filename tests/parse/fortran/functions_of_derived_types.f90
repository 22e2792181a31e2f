! A function of a derived type is refused by itself, wherever its type is said; the units after it stay as they are.
module points
  type point
    real :: x
  end type
contains
  type(point) function make(a) result(r)
    real, intent(in) :: a
    r%x = a
  end function
  pure type(point) function twice(a)
    real, intent(in) :: a
    twice%x = 2*a
  end function twice
  function zero()
    type(point) :: zero
    zero%x = 0
  end function
  subroutine clear(n, x)
    integer, intent(in) :: n
    real, intent(out) :: x(n)
    x = 0
  end subroutine
end module
