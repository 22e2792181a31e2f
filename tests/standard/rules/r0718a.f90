subroutine s(z, w)
  complex z
  complex(8) w
  real, parameter :: p = 2.5
  z = z*(1, -2.5) + (p, -1)
  w = w + (1.0, 2d0) + (0.1, 0.2)
end subroutine
