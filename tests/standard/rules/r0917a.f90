subroutine s(n, a, b)
  integer n
  real a(n), b(n, n)
  a(2:) = a(:n - 1)
  a = a(n:1:-1)
  a(::2) = a(1)
  b(:, 1:n:2) = b(:, n:1:-2)
  b(n:1:-1, :) = b*2
end subroutine
