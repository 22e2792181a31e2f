subroutine s(n, x, k)
  integer n, k
  real x(n)
  real, allocatable :: a(:), b(:)
  a = x
  k = lbound(a, 1)
  a = a + 1
  allocate (b(0:n - 1))
  b = a
  k = k + 10*lbound(b, 1)
  x = a + b
end subroutine
