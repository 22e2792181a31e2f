module m
  interface sin
    module procedure sin_i
  end interface
contains
  integer function sin_i(i)
    integer, intent(in) :: i
    sin_i = 2*i
  end function
  subroutine s(i, x)
    integer i
    real x
    i = sin(i/3)
    x = sin(x)
  end subroutine
end module
