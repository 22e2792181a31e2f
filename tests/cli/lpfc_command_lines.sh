# Whatever is no compilation of Fortran goes to the compiler as it stands, and objects without kernels are its own.
export LPFC_LEAST=0
set -e
cd "$OUT"
mkdir 'a folder' include
cat > 'a folder/loops.F90' <<'TEXT'
#include "sizes.h"
subroutine twice(x)
  implicit none
  real, intent(inout) :: x(N)
  integer :: i
  do i = 1, N
    x(i) = 2*x(i)
  end do
#ifdef WRONG
  y = 1
#endif
end subroutine
TEXT
echo '#define N 4' >include/sizes.h
cat > main.f90 <<'TEXT'
program main
  real :: x(4) = [1, 2, 3, 4]
  call twice(x)
  print *, x
end program
TEXT
export LPFC_REPORT=1
echo '# objects, options, spaces'
lpfc -Iinclude -MMD -MF loops.d -c 'a folder/loops.F90' -o 'a folder/loops.o'
grep -o 'include/sizes.h' loops.d
lpfc -c main.f90 && gfortran -c main.f90 -o own.o && cmp main.o own.o
lpfc main.o 'a folder/loops.o' -o program && LP_TRACE=1 ./program 2>&1 | awk '!/^kernels ran/ { $3 = ""; print }'
nm 'a folder/loops.o' | grep -c KERNEL_call
echo '# several sources, compiled and linked at once'
lpfc -Iinclude -fdefault-real-8 'a folder/loops.F90' main.f90 -o program && ./program
lpfc -Iinclude -c 'a folder/loops.F90' main.f90 && ls *.o
echo '# what is not compiled'
lpfc -Iinclude -E 'a folder/loops.F90' | grep -c 'x(4)'
[ "$(lpfc --version)" = "$(gfortran --version)" ] && echo 'version of the compiler'
lpfc -Iinclude -fsyntax-only 'a folder/loops.F90'
echo '# faults of the source are told once, as the compiler tells them'
rm 'a folder/loops.o'
lpfc -Iinclude -DWRONG -c 'a folder/loops.F90' -o 'a folder/loops.o' || echo "exit $?"
ls 'a folder'
echo '# options that give sources another meaning'
lpfc -Iinclude -fno-automatic -c 'a folder/loops.F90' -o /dev/null
echo '# compilers with options, and behind another program'
LPFC_COMPILER='env gfortran -w' LPFC_CC='cc -O1' lpfc -Iinclude -c 'a folder/loops.F90' -o /dev/null
echo '# settings that mean nothing'
for setting in LPFC_TARGET=cuda LPFC_TARGTE=c LPFC_COMPILER=no-compiler LPFC_CC=no-compiler LPFC_PIPELINES=nowhere \
    LPFC_MESSAGES=none; do
    env $setting lpfc -Iinclude -c 'a folder/loops.F90' -o 'a folder/loops.o' || echo "exit $?"
done
LPFC_MESSAGES=short LPFC_PIPELINES=nowhere lpfc -Iinclude -c 'a folder/loops.F90' -o 'a folder/loops.o' || echo "exit $?"
ls 'a folder'
mkdir steps
for steps in 'split_iname("i", 2)' 'split_iname(' 'split_iname("k", 2)'; do
    echo "$steps" >steps/twice.txt
    rm -f 'a folder/loops.o'
    LPFC_PIPELINES=steps lpfc -Iinclude -c 'a folder/loops.F90' -o 'a folder/loops.o' || echo "exit $?"
    ls 'a folder'
done
LPFC_ONLY=thrice lpfc -Iinclude -c 'a folder/loops.F90' -o 'a folder/loops.o'
