subroutine s(n, a, b)
  integer n
  real a(n, *), b(0:*)
  if (n > 0) a(:, 2) = a(:, 1)*2
  b(0) = b(1) + lbound(b, 1)
end subroutine
