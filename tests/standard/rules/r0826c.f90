subroutine s(k)
  integer k
  real, allocatable :: a(:)
  allocate (a(3))
  call t(a)
  k = merge(1, 2, allocated(a))
contains
  subroutine t(a)
    real, allocatable, intent(out) :: a(:)
  end subroutine
end subroutine
