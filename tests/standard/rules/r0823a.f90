subroutine s(n, x)
  integer n
  real x
  real, parameter :: a(*) = [1., 2., 3.], b(0:*) = [4., 5.], c(0:*, *) = reshape([1., 2., 3., 4.], [2, 2])
  x = x + a(2) + b(0) + size(a) + ubound(b, 1) + c(1, 2) + ubound(c, 1)
  if (n >= 0 .and. n <= 1) x = b(n) + c(n, n + 1)
end subroutine
