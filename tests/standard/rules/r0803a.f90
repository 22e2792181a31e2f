subroutine s(n, k)
  integer n, k
  character(2) u(3)
  u = 'ab'
  k = ichar(u(2)(2:2))
end subroutine
