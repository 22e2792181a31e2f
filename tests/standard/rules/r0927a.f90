subroutine s(n, x, k)
  integer n, k, st
  real x(n)
  real, allocatable :: a(:), b(:, :), c(:), d(:)
  allocate (a(2:n + 1), stat=st)
  a = x
  allocate (b(n, 2), source=3.5)
  allocate (c, source=a)
  allocate (d, mold=x)
  d = c + b(:, 2)
  x = d
  k = lbound(c, 1) + 10*lbound(d, 1) + st + ubound(a, 1)
end subroutine
