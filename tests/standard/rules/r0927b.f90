subroutine s(x)
  real x
  real, allocatable :: a(:)
  allocate (real :: a(3))
  a = x
  x = sum(a)
end subroutine
