subroutine s(x)
  real x, v(6)
  integer, parameter :: n = 4
  data v /n*2.5, 2*1.0/
  x = x + sum(v)
end subroutine
