subroutine subscripts(n, m, a, s)
  implicit none
  integer n, m, k
  real a(n, n), s, b(k), c(*), d(*, 3)
  k = 3
  a(1) = 2
  a(1, 2, 3) = 2
  s(1) = 2
  a(1, 1) = s(2)
  n = 4
end
