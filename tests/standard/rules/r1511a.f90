subroutine s(x)
  real x, sin
  external sin
  intrinsic cos
  x = sin(x) + cos(x)
end subroutine
real function sin(x)
  real x
  sin = x + 3
end function
