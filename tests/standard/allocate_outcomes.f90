! `stat=` gives its outcome to elements too; what failed leaves values as they are and says why (R927, R942). A
! single variable is allocated by `allocate` and by assignments.
subroutine element_of_stat(x, k)              ! stat=k(2): nothing is assigned
  real, intent(inout) :: x(4)
  integer, intent(out) :: k(2)
  real, allocatable :: b(:)
  k = 7
  allocate (b(4))
  allocate (b(4), stat=k(2))                   ! gfortran: 7 5014
  x = x + k(2)
end subroutine
subroutine source_not_given(x, k)             ! source= of an allocate that fails: a keeps its values
  real, intent(inout) :: x(4)
  integer, intent(out) :: k
  real, allocatable :: a(:)
  allocate (a(4))
  a = 1
  allocate (a(4), stat=k, source=x)
  x = a                                        ! gfortran: 1 1 1 1
end subroutine
subroutine message(k, l)                      ! errmsg= of one that fails
  integer, intent(out) :: k, l
  character(20) :: msg
  real, allocatable :: a(:)
  msg = 'zzz'
  allocate (a(4), stat=k, errmsg=msg)
  allocate (a(4), stat=k, errmsg=msg)
  l = 0
  if (msg(1:1) == 'z') l = 1                   ! gfortran: l = 0
end subroutine
subroutine single(k)                          ! allocate without extents is taken for deallocate
  integer, intent(out) :: k
  integer :: st
  real, allocatable :: s
  allocate (s, stat=st)
  k = st                                       ! gfortran: 0
  s = 1
end subroutine
subroutine single_assigned(k)
  integer, intent(out) :: k
  real, allocatable :: s
  k = 0
  s = 2.5
  if (allocated(s)) k = 1                      ! gfortran: 1
  deallocate (s)
  if (allocated(s)) k = k + 10
end subroutine
subroutine single_allocated(k)
  integer, intent(out) :: k
  real, allocatable :: s
  allocate (s)
  k = 0
  if (allocated(s)) k = 1                      ! gfortran: 1
  s = 3
end subroutine
subroutine several(k, l)                      ! the second is not allocated once the first has failed
  integer, intent(out) :: k, l
  real, allocatable :: a(:), b(:)
  allocate (a(4))
  allocate (a(4), b(4), stat=k)
  l = 0
  if (allocated(b)) l = 1
  allocate (b(4))
  deallocate (a, b, stat=k)
  deallocate (b, a, stat=l)
end subroutine
