subroutine s(x)
  real x
  real, allocatable :: a
  allocate (a)
  a = x + 1
  x = a
end subroutine
