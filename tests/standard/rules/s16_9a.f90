subroutine s(i, k)
  integer(8) i
  integer k
  k = kind(bit_size(i))
end subroutine
