subroutine s(k)
  integer k
  character(len=3, kind=1) :: a
  character(kind=1, len=4) :: b
  character(2, 1) c
  k = len(a) + len(b) + len(c)
end subroutine
