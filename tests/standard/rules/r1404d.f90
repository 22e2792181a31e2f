module m
  generic :: g => g_1
contains
  real function g_1(x)
    real, intent(in) :: x
    g_1 = x + 1
  end function
  subroutine s(x)
    real x
    x = g(x)
  end subroutine
end module
real function g(x)
  real x
  g = 100*x
end function
