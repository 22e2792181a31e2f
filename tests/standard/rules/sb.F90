#define CAT(a, b) a ## b
subroutine s(k)
  integer k
  k = CAT(1, 2)
end subroutine
