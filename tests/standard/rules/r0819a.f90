subroutine s(a, b, k)
  real a(0:), b(:, -1:)
  integer k
  a(0:) = a*2
  b = b + 1
  k = ubound(a, 1) + 10*lbound(b, 2) + 100*ubound(b, 2)
end subroutine
