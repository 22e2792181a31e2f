subroutine s(k)
  integer k
  character a*3, b, c*(5)
  character*2 d, e*4
  character(len=6) f
  character(*), parameter :: g = 'constant'
  k = len(a) + len(b)*10 + len(c)*100 + len(d)*1000 + len(e)*10000 + len(f) + len(g)
end subroutine
