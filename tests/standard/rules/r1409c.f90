module m
  common /blk/ a
end module
subroutine s(x)
  use m
  real x
  common /blk/ r
  r = x
  x = a
end subroutine
