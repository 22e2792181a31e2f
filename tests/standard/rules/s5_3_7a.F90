#define N 4
#define SQ(x) ((x)*(x))
#if N > 3 && !defined(M)
#define WP real(8)
#else
#define WP real(4)
#endif
subroutine s(x, k)
  WP x(N), y
  integer k
  y = SQ(x(1) + 1)
  x(2) = y
  k = __LINE__
#ifndef FOO
  k = k + 100
#endif
end subroutine
