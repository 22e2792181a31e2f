! `__LINE__` follows `#line`. gfortran: 100, 50, and the condition holds.
subroutine f(k, l, m)
  integer k, l, m
#line 100 "x.f90"
  k = __LINE__
# 50
  l = __LINE__
#if __LINE__ == 51
  m = 1
#else
  m = 2
#endif
end subroutine
