subroutine s(a, k)
  real, allocatable :: a(:)
  integer k
  a = a*2
  k = lbound(a, 1) + ubound(a, 1)
end subroutine
