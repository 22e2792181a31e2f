subroutine s(n, x)
  integer n
  real x(n)
  real, allocatable :: a(:)
  a = x
  if (n > 2) a = [1.0, 2.0]
  x(1) = sum(a)
end subroutine
