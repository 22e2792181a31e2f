subroutine s(k)
  integer k
  character(8) t
  t = 'don''t'
  k = len_trim(t)
  t = "say ""a"""
  k = k*10 + len_trim(t) + len('')
end subroutine
