subroutine s(n, a, k)
  integer n, k(8)
  real a(n, 4)
  k(1:4) = maxloc(a, 1, back=.true.)
  k(5) = sum(count(a > 0, dim=1))
  k(6) = merge(1, 0, any(a > 1)) + merge(2, 0, all(a < 1)) + count(any(a > 0, 1))
  k(7) = maxloc(a(:, 2), 1, back=.true.)
  k(8) = findloc(nint(a(:, 1)), 0, dim=1)
end subroutine
