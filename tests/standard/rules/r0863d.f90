module m
  implicit none
contains
  subroutine s(x)
    real x
    y = x + 1
    x = y
  end subroutine
end module
