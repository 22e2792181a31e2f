subroutine s(x)
  real x
  include "inc_r.h"
  x = x + included
end subroutine
