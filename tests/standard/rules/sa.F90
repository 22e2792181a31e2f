subroutine s(k)
  integer k
#line 100 "x.f90"
  k = __LINE__
end subroutine
