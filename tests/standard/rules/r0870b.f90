subroutine s(x, i)
  real x, a
  integer i, k
  equivalence (a, k)
  a = x
  i = k
end subroutine
