subroutine a(x)
  real x
  x = twice(x)
end
real function twice(x)
  real x
  twice = 2*x
end
