subroutine s(x)
  real x, a(4), b(2)
  common /blk/ a
  equivalence (a(2), b)
  b(1) = x
  x = a(2)
end subroutine
