subroutine s(c, k)
  character c
  integer k
  character(3) t
  t = 'ab'//c
  call up(t(2:2))
  k = ichar(t(2:2))
contains
  subroutine up(c)
    character c
    c = 'z'
  end subroutine
end subroutine
