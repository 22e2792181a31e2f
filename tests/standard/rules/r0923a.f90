subroutine s(n, a, v)
  integer n, v(n), i
  real a(n), w(n)
  v = modulo(v, max(n, 1)) + 1
  w = a(v)
  a = a(v(n:1:-1)) + w(v)
  v = [(n + 1 - i, i = 1, n)]
  a(v) = a
end subroutine
