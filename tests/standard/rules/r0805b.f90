subroutine s(k)
  integer k
  integer :: calls = 0
  calls = calls + 1
  k = calls
end subroutine
