subroutine s(i, j, x, d, z)
  integer i
  integer(1) j
  real x
  real(8) d
  complex z
  i = -2.9
  j = 100.7
  x = 0.1d0
  d = 0.1
  z = d
  i = i + int(z)
  d = (1.5, 2.5)
end subroutine
