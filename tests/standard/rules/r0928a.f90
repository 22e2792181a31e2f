subroutine s(k)
  integer k, st
  real, allocatable :: a(:)
  allocate (a(3), stat=st)
  allocate (a(3), stat=st)
  k = merge(1, 0, st /= 0)
end subroutine
