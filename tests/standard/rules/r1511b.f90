real function gamma(x)
  real x
  gamma = x + 1000
end function
subroutine s(x)
  real x
  x = gamma(3.0)
end subroutine
