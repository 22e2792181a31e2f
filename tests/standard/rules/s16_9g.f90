subroutine s(n, x, k)
  integer n, k
  real x(n)
  real, allocatable :: a(:), b(:)
  a = x
  call move_alloc(a, b)
  k = merge(1, 0, allocated(a)) + merge(2, 0, allocated(b))
  x = b + 1
end subroutine
