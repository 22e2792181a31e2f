subroutine s(k)
  integer k, c, d
  common /blk/ m
  save c, /blk/
  data c /3/
  c = c + 1
  m = m + 1
  d = c
  k = d + m
end subroutine
