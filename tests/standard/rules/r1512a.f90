subroutine s(x)
  real x
  interface
    real function f(x)
      real x
    end function
  end interface
  procedure(f) :: g
  procedure(real) :: h
  x = g(x) + h(x)
end subroutine
real function g(x)
  real x
  g = 2*x
end function
real function h(x)
  real x
  h = 3*x
end function
