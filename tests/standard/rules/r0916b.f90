subroutine s(k)
  character(5) c
  integer k
  k = c%len
end subroutine
