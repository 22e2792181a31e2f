! `stat=` tells of an array that is there already, or not there. gfortran: k = 11.
subroutine f(k)
  integer k, st
  real, allocatable :: a(:)
  allocate (a(3), stat=st)
  k = st
  allocate (a(3), stat=st)
  k = k + merge(1, 0, st /= 0)
  deallocate (a, stat=st)
  k = k + st
  deallocate (a, stat=st)
  k = k + merge(10, 0, st /= 0)
end subroutine
