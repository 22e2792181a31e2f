# A command that compiles and links does what the compiler does with it; programs with kernels come behind.
export LPFC_LEAST=0
mkdir -p "$OUT/temporary"
cd "$OUT"
cat >m.f90 <<'TEXT'
module m
contains
  subroutine add(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 1
    end do
  end subroutine
end module
TEXT
cat >main.f90 <<'TEXT'
program p
  use m
  real :: x(1000)
  x = 1
  call add(1000, x)
  print *, x(1), x(1000)
end program
TEXT
cat >team.c <<'TEXT'
int team(void)
{
#ifdef _OPENMP
  return 2;
#else
  return 1;
#endif
}
TEXT
printf 'program q\n  interface\n    integer function team() bind(c)\n    end function\n  end interface\n  print *, team()\nend program\n' >asks.f90
printf 'program q\n x = \nend program\n' >wrong.f90
printf 'subroutine s(x)\n  real :: x\n  x = 1\n!$ x = 2\nend subroutine\nprogram t\n  real :: x\n  call s(x)\n  print *, x\nend program\n' >sentinels.f90
say() { echo "== $1"; }
runs() { LP_TRACE=1 ./"$1" 2>&1 | sed -n 's/^\(m.add *[0-9]*\).*/\1/p; /E\|000/p' | grep -v seconds; }

say "the output is a source"
cp m.f90 kept.f90
LPFC_TARGET=c lpfc m.f90 main.f90 -o m.f90 >said 2>&1; echo "exit code $?"
cmp m.f90 kept.f90 && echo "the source is as it was"
say "in one step"
LPFC_TARGET=c lpfc m.f90 main.f90 -o one && runs one
say "files beside objects"
LPFC_TARGET=c lpfc --coverage m.f90 main.f90 -o covered && ls | grep gcno
LPFC_TARGET=c lpfc -cpp -MMD m.f90 main.f90 -o noted && ls | grep '\.d$'
say "one wrong source of several"
LPFC_TARGET=c lpfc -c wrong.f90 m.f90 >said 2>&1; echo "exit code $?"; ls m.o
say "a pipeline that is not there leaves no program"
mkdir -p pipelines; echo 'no_such_step()' >pipelines/add.txt
LPFC_PIPELINES=pipelines LPFC_TARGET=c lpfc m.f90 main.f90 -o never >said 2>&1; echo "exit code $?"; ls never 2>/dev/null
say "links with other options"
LPFC_TARGET=openmp lpfc -c m.f90 main.f90
echo "m.o main.o" >objects
LPFC_TARGET=openmp lpfc -v m.o main.o -o linked 2>/dev/null && runs linked
LPFC_TARGET=openmp lpfc @objects -o linked && runs linked
say "files of another language"
LPFC_TARGET=openmp lpfc asks.f90 m.f90 team.c -o asks && ./asks
say "the folder for temporary files is not there"
TMPDIR="$OUT/nowhere" LPFC_TARGET=c lpfc m.f90 main.f90 -o one && runs one
say "two switches for statements behind sentinels"
for options in "-fopenmp -fno-openmp-simd" "-fopenmp-simd -fno-openmp" "-fopenmp -fno-openmp" "-fno-openmp -fopenmp-simd"; do
    gfortran $options sentinels.f90 -o plain && LPFC_TARGET=c lpfc $options sentinels.f90 -o one
    [ "$(./plain)" = "$(./one)" ] && echo "$options: $(./one)"
done
say "switches that are put off again"
printf 'subroutine s(n, x)\n  integer(4) :: n, i\n  real(8) :: x(n)\n  do i = 1, n\n    x(i) = i/3.0 + huge(1)\n  end do\nend subroutine\nprogram t\n  real(8) :: x(3)\n  call s(3_4, x)\n  print *, x\nend program\n' >kinds.f90
for options in "-fdefault-real-8 -fno-default-real-8" "-fdefault-integer-8 -fno-default-integer-8" "-fno-default-integer-8 -fdefault-integer-8"; do
    gfortran $options kinds.f90 -o plain && LPFC_TARGET=c lpfc $options kinds.f90 -o one
    [ "$(./plain)" = "$(./one)" ] && echo "$options: equal"
done
say "a source that is not there"
lpfc --report none.f90 >said 2>&1; echo "exit code $?"
lpfc -c m.f90 -o /dev/null 2>&1 | wc -l
say "a compiler that is this one"
LPFC_COMPILER=lpfc LPFC_TARGET=c lpfc -c m.f90 && echo compiled
mkdir -p again; printf '#!/bin/sh\nexec lpfc "$@"\n' >again/gfortran; chmod +x again/gfortran
PATH="$OUT/again:$PATH" LPFC_TARGET=c lpfc -c m.f90 >said 2>&1; echo "exit code $?"; tail -4 said
say "objects are the same each time"
LPFC_TARGET=c lpfc -g -c m.f90 -o first.o && LPFC_TARGET=c lpfc -g -c m.f90 -o second.o && cmp first.o second.o && echo equal
say "a preprocessed source includes what lies beside its original"
mkdir -p src
printf 'subroutine f(n, x)\n  integer :: n, c, i\n  real :: x(n)\n  include "c.inc"\n  do i = 1, n\n    x(i) = x(i) + c\n  end do\nend subroutine\n' >src/k.F90
echo '  parameter (c = 5)' >src/c.inc
echo '  parameter (c = 7)' >c.inc
printf 'program q\n  real :: x(3)\n  x = 1\n  call f(3, x)\n  print *, x\nend program\n' >calls.f90
gfortran -cpp -E src/k.F90 -o k-pp.f90
LPFC_TARGET=c lpfc -fpreprocessed -c k-pp.f90 -o k.o && LPFC_TARGET=c lpfc calls.f90 k.o -o one && LP_TRACE=1 ./one 2>&1 | sed -n 's/^\(f *[0-9]*\).*/\1/p; /000/p' | grep -v seconds
say "nothing stays behind a signal"
for at in 0.05 0.2 0.4; do
    TMPDIR="$OUT/temporary" LPFC_TARGET=c timeout -s INT $at lpfc m.f90 main.f90 -o one >/dev/null 2>&1
done
# On a busy machine it takes a while until all have ended.
for _ in 1 2 3 4 5 6 7 8 9 10; do
    sleep 1
    [ -n "$(ls "$OUT/temporary")" ] || break
done
ls "$OUT/temporary" | wc -l
