subroutine s(x)
  real x
  block
    external f
    real f
    x = f(x)
  end block
end subroutine
real function f(x)
  f = x + 1
end function
