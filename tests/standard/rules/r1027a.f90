subroutine s(l, k)
  logical(8) l
  integer k
  k = kind(.true.) + 10*kind(l) + 100*kind(k > 1)
end subroutine
