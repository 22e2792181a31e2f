subroutine s(k)
  integer k
  character(6) t
  character(*), parameter :: c = 'fortran'
  t = 'abcdef'
  t(2:4) = t(1:3)
  t(:1) = c(3:3)
  k = ichar(t(1:1)) + 256*ichar(t(3:3)) + len(c(2:4)) + ichar(t(6:))
  if (t(2:3) == 'ab') k = k + 1
end subroutine
