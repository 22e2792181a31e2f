subroutine s(x)
  real x, a
  allocatable a(:)
  allocate (a(3))
  a = x
  x = sum(a)
end subroutine
