subroutine s(k)
  integer k
  k = ichar('abc'(2:2))
end subroutine
