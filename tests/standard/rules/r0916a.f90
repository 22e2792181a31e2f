subroutine s(x, k)
  real(8) x
  integer k
  k = x%kind
end subroutine
