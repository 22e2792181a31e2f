subroutine s(n, k)
  integer n, k, i
  character(4) t
  t = 'abcd'
  i = 1 + modulo(n, 4)
  t(i:i) = 'z'
  k = ichar(t(3:3))
end subroutine
