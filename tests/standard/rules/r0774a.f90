subroutine s(n, a, k)
  integer n, k, i, j
  real a(n), b(6)
  i = 77
  a = [(real(i*i), i = n, 1, -1)]
  b = [((i + 10*j, i = 1, 2), j = 1, 3)]
  b = b + [(i, 2*i, i = 1, 3)]
  k = i + nint(b(4))
end subroutine
