# Messages and code lead to the files that things are written in: included ones, modules, routines that were put in place of
# calls, and the files that a preprocessor read.
cd "$OUT"
mkdir -p lib
printf 'real(8) :: x(n)\ninteger :: i = 3.5*\n' > lib/broken.h
printf '#define SCALE 2\nx = x + )\n' > lib/bad.h
cat > lib/tools.f90 <<'TEXT'
module tools
  implicit none
contains
  subroutine prefix(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 2, n
      x(i) = x(i) + x(i - 1)
    end do
  end subroutine
  subroutine reads(x)
    real(8), intent(inout) :: x
    read *, x
  end subroutine
end module
TEXT
cat > main.F90 <<'TEXT'
subroutine first(n, x)
  integer, intent(in) :: n
  include 'lib/broken.h'
  x = 1
end subroutine
subroutine second(x)
  real(8) :: x
#include "lib/bad.h"
end subroutine
subroutine third(x)
  use tools
  real(8) :: x
  call reads(x)
end subroutine
TEXT
cat > sums.f90 <<'TEXT'
subroutine sums(x, n)
  use tools
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)

  call prefix(x, n)
end subroutine
TEXT
cat > made.f90 <<'TEXT'
# 1 "made.fypp"
subroutine made(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
# 12 "made.fypp"
  x = x + y
end subroutine
TEXT
printf 'line %s\n' 1 2 3 4 5 6 7 8 9 10 11 > made.fypp
echo '  x = x + ${NAME}$' >> made.fypp
echo "-- refused, in included files and in a module"
lptranslate main.F90 -I lib
lptranslate --check main.F90 -I lib
echo "-- inlined statements"
lptranslate sums.f90 -I lib
lptranslate sums.f90 -I lib --to c | grep '#line'
lpopt sums.f90 -I lib -p 'tag_inames("i:g.0")'
lpopt sums.f90 -I lib --message-format short -p 'tag_inames("i:g.0")'
lptranslate sums.f90 -I lib -o sums.lpir
lpopt sums.lpir -p 'tag_inames("i:g.0")'
echo "-- made by a preprocessor"
lptranslate made.f90
sed -i 's/ + y/*2/' made.f90
lptranslate made.f90
