subroutine s(x)
  real x
  real, allocatable :: a(:)[:]
  allocate (a(3)[*])
  a = x
end subroutine
