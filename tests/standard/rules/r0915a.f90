subroutine s(z, w, x)
  complex z(3), w
  real x
  w%re = x
  w%im = w%re + z(2)%im
  z%re = z%im
  z(2:3)%im = z(1:2)%re + 1
  where (z%re > 0) z%im = -1
  x = z(1)%re + w%im
end subroutine
