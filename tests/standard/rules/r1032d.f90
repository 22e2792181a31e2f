subroutine s(n, x, k)
  integer n, k
  real x(n)
  real, allocatable :: a(:)
  a = x
  k = size(a)
  a = [a, 5.0]
  k = k*10 + size(a)
  x = a(2:)
end subroutine
