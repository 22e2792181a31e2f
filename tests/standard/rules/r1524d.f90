subroutine t(c, k)
  character(*) c
  integer k
  k = len(c)
  if (c == 'ab') k = k + 3
end subroutine
