# A comment of C that begins in one of Fortran and ends in a later line: gfortran's preprocessor drops the lines between.
cd "$OUT"
cat > disputed.F90 <<'CODE'
subroutine disputed(x)
  real(8), intent(inout) :: x
  x = x + 1
  ! of src/*.inc
  x = x*2
  ! and lib/*/x
end subroutine
CODE
cp disputed.F90 plain.f90
sed 's/of src.*/don'"'"'t know/' disputed.F90 > settled.F90
lptranslate --check disputed.F90 plain.f90 settled.F90
lptranslate disputed.F90
lprun --verify-fortran plain.f90 --cases 3
# What the preprocessor cannot read of another file may change what each of its lines is.
cat > sizes.F90 <<'CODE'
#include "config.h"
module sizes
#ifdef LARGE
  integer, parameter :: place = 10
#else
  integer, parameter :: place = 1
#endif
end module
CODE
cat > user.f90 <<'CODE'
subroutine user(x)
  use sizes
  real(8), intent(inout) :: x(10)
  x(place) = 3
end subroutine
CODE
lptranslate --check user.f90
mkdir inc
echo '#define LARGE' > inc/config.h
lptranslate -I inc user.f90
