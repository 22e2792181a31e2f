subroutine s(a, b, k)
  real a(:, :), b(size(a, 1), ubound(a, 2)), w(2*size(a))
  integer k
  w = 1
  b = a*2
  k = size(w)
end subroutine
