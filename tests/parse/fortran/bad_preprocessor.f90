#define F(a, b) a + b
#include "other.h"
#defin X 1
#define CAT(a, b) a##b
#if F(
#endif
#ifdef NOTHING
subroutine ignored
#else
subroutine pre(n, x)
  integer n
  real x(n)
  x(1) = F(1)
  x(2) = CAT(x, 1)
end
#endif
#endif
#if 1
