subroutine s(n, a, b)
  integer n
  real a(n), b(n)
  where (a > 0) a = -a
  where (a(n:1:-1) < b) a = b(n:1:-1)
  where (b /= 0) b = sum(a)/b
end subroutine
