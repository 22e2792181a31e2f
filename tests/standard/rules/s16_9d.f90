subroutine s(i, k)
  integer(1) i
  integer k
  k = ishft(i, 1)
end subroutine
