subroutine s(k)
  integer k
  character(3) a
  a = 'a'//'b'//'cd'
  k = ichar(a(3:3)) + len(a//'xyz')
end subroutine
