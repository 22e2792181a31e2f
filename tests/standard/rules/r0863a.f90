subroutine s(x, k)
  implicit real(8) (a-c), integer(kind=8) (d), complex(kind=8) (z), logical(1) (l), real*8 (p)
  real(kind=8) x
  integer k
  a = x/3
  d = 2_8**40
  z = (1d0, 2d0)/3
  l = .true.
  p = 1d0/3
  x = a + d + aimag(z) + p + kind(l)
  k = kind(a) + 10*kind(d) + 100*kind(z) + 1000*kind(l)
end subroutine
