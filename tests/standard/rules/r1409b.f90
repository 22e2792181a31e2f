module m
  integer :: a = 5
end module
subroutine s(k)
  use m, only: b => a
  use m, only: c => a
  integer k
  b = k
  k = c
end subroutine
