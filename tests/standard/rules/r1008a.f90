subroutine s(i, j, x, d, z)
  integer i
  integer(8) j
  real x
  real(8) d
  complex z
  x = i/2*x + x*i/2 + 7/2
  d = x*d + i*1.1 + j/3
  z = z*d + i - x
end subroutine
