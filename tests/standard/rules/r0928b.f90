subroutine s(k)
  integer k, st
  real, allocatable :: a(:)
  character(20) msg
  allocate (a(3), stat=st, errmsg=msg)
  k = st + size(a)
end subroutine
