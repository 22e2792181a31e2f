#define DIMS 3
#define SQUARE(x) ((x)*(x))
#define NORM(a, b) sqrt(SQUARE(a) + \
                        SQUARE(b))
#if defined(SINGLE) || DIMS < 3
#define REAL_T real*4
#else
#define REAL_T real*8
#endif
subroutine lengths(n, p, r)
  implicit none
  integer n, i
  REAL_T p(DIMS, n), r(n)
  do i = 1, n
    r(i) = NORM(p(1, i), p(DIMS, i))
#ifdef SCALED
    r(i) = SCALED*r(i)
#endif
  end do
end
#undef DIMS
