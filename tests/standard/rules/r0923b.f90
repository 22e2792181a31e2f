subroutine s(n, v)
  integer n, v(n), i
  v = [(i, i = n, 1, -1)]
  v(v) = v(n:1:-1)
end subroutine
