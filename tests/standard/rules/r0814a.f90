subroutine s(n, a, k)
  integer n, k
  real a(-1:n, 0:n/2 + 1), w(2*n + 1, max(n, 2))
  w = 2
  a(0:, :) = a(0:, :) + sum(w)
  k = lbound(a, 1) + 10*ubound(a, 2) + size(w)
end subroutine
