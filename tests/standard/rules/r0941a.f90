subroutine s(n, k)
  integer n, k
  real, allocatable :: a(:)
  if (n > 3) allocate (a(n))
  k = merge(1, 0, allocated(a))
  if (allocated(a)) deallocate (a)
  k = k + merge(10, 0, allocated(a))
end subroutine
