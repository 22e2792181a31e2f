subroutine s(x)
  real x, v(8)
  integer i
  data (v(i), v(i + 1), i = 1, 7, 2) /8*3.0/
  x = x + sum(v)
end subroutine
