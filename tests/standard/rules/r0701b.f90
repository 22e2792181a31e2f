subroutine s(k)
  integer k
  character(:), allocatable :: a
  a = 'abc'
  k = len(a)
end subroutine
