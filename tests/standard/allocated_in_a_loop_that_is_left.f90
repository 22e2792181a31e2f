! A loop is left between allocate and deallocate.
subroutine al1(n, k)
  implicit none
  integer, intent(in) :: n
  integer :: k, i
  real, allocatable :: a(:)
  allocate (a(2))
  deallocate (a)
  do i = 1, 3
    allocate (a(3))
    if (i == n) exit
    deallocate (a)
  end do
  k = 0
  if (allocated(a)) k = size(a)
end subroutine
