subroutine s(k)
  integer k
  character(3) t
  t = 1_'ab'
  k = len_trim(t)
end subroutine
