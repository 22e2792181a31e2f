block data first
  common /blk/ a, k(3)
  data a /2.5/, k /3*4/
end block data
subroutine s(x)
  real x
  common /blk/ a, k(3)
  x = x + a + k(2)
  a = x
end subroutine
