# What other files hold: headers of macros, units in files with other names, modules that come with compilers.
mkdir -p "$OUT/common"
cat > "$OUT/common/suite.h" <<SOURCE
/* Macros for all benchmarks;
 * none of this is Fortran. */
#ifndef SUITE_H
# define SUITE_H
# define BOUND(x,y) y
# define ALLOCATE_2D(NAME, SIZE1, SIZE2) allocate(NAME(SIZE1, SIZE2), stat=i); if (i /= 0) stop 'no memory'
#endif
SOURCE
cat > "$OUT/scale.h" <<SOURCE
#define TYPE real(kind=8)
#define _N BOUND(100,n)
SOURCE
cat > "$OUT/scale.F90" <<SOURCE
#include <suite.h>
#include "scale.h"
#include "scale.h"
subroutine scale(n, x)
  use, intrinsic :: iso_fortran_env
  use tools
  implicit none
  integer(INT32), intent(in) :: n
  TYPE, intent(inout) :: x(n)
  TYPE, allocatable :: both(:, :)
  integer :: i
  ALLOCATE_2D(both, n, 2)
  do i = 1, _N
    both(i, 1) = half*x(i)
    both(i, 2) = twice(x(i))
    x(i) = both(i, 1) + both(i, 2)
  end do
end subroutine
SOURCE
cat > "$OUT/helpers.f90" <<SOURCE
module tools
  use iso_c_binding, only: wide => c_double
  real(wide), parameter :: half = 0.5_wide
contains
  pure function twice(x)
    real(wide), intent(in) :: x
    real(wide) :: twice
    twice = 2*x
  end function
end module
subroutine both
end subroutine
SOURCE
echo "-- the folder of the macros is not named"
lptranslate --check "$OUT/scale.F90"
echo "-- with it"
lptranslate --check "$OUT/scale.F90" -I "$OUT/common"
lprun --verify-fortran "$OUT/scale.F90" -I "$OUT/common" --device interp
lptranslate "$OUT/scale.F90" -I "$OUT/common"
echo "-- one unit in two files is in none"
cp "$OUT/helpers.f90" "$OUT/more.f90"
lptranslate --check "$OUT/scale.F90" -I "$OUT/common"
echo "-- a header that includes itself, and one that leaves a condition open"
echo '#include "again.h"' > "$OUT/again.h"
echo '#ifdef NEVER' > "$OUT/open.h"
printf '#include "again.h"\n#include "open.h"\nsubroutine f(x)\nreal x\nx = 1\nend\n' > "$OUT/f.F90"
lptranslate --check "$OUT/f.F90"
echo "-- headers beside the headers that name them, and a module with a header beside it"
mkdir -p "$OUT/deep/parts" "$OUT/deep/modules"
echo '#include "width.h"' > "$OUT/deep/parts/all.h"
echo '#define WIDTH 3' > "$OUT/deep/parts/width.h"
echo '#define WIDTH 4' > "$OUT/deep/width.h"
printf '#include "depth.h"\nmodule depths\n  integer, parameter :: depth = DEPTH\nend module\n' > "$OUT/deep/modules/depths.F90"
echo '#define DEPTH 5' > "$OUT/deep/modules/depth.h"
printf '#include "parts/all.h"\nsubroutine f(x)\n  use depths\n  real x(2)\n  x = WIDTH*depth\nend\n' > "$OUT/deep/f.F90"
lptranslate "$OUT/deep/f.F90" -I "$OUT/deep/modules" | grep "= "
lprun --verify-fortran "$OUT/deep/f.F90" -I "$OUT/deep/modules" --device interp
