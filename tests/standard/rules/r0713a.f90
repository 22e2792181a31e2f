subroutine s(x, d)
  real x
  real(8) d
  integer, parameter :: dp = kind(1d0)
  x = x + 1. + .5 + 1.5e0 + 1E+03 + 2.5e-3 + 3e1 + 16777217.0
  d = d + 0.1 + 0.1d0 + 1.1_dp + 1d-3 + .5D+2 + 0.1*d
end subroutine
