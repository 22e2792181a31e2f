subroutine s(a)
  real, allocatable :: a(:)
  allocate (a(3))
  a = 1
end subroutine
