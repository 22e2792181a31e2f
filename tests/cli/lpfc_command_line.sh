# What compilers take and programs of `make` write: sources that are no Fortran, outputs in one word, devices, two dots.
export LPFC_LEAST=0
set -e
cd "$OUT"
export LPFC_TARGET=c
cat >a.f90 <<'TEXT'
subroutine twice(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  do i = 1, n
    x(i) = 2*x(i)
  end do
end subroutine
TEXT
printf 'program p\n  real :: x(3) = 1\n  call twice(3, x)\n  print *, x\nend program\n' >main.f90
echo 'int foo(void) { return 1; }' >foo.c
echo "== C alone"
lpfc -c foo.c -o foo.o && test -f foo.o && echo made
if lpfc -c 2>/dev/null; then echo "nothing was compiled"; else echo "refused, as by gfortran"; fi
echo "== an output in one word"
lpfc -c -oapart.o a.f90 && test -f apart.o && echo made
lpfc apart.o main.f90 -oprogram && ./program
echo "== values of options"
lpfc --param max-inline-insns-auto=50 -fintrinsic-modules-path /nowhere a.f90 main.f90 -o program && ./program
echo "== two dots"
cp a.f90 a.b.f90
echo old >a.o
lpfc -c a.b.f90 && test -f a.b.o && cat a.o
echo "== a device in the place of an object"
# Only some may make devices.
if mknod null c 1 3 2>/dev/null; then
    lpfc -c a.f90 -o null 2>/dev/null
    test -c null || echo "the device is gone"
fi
echo "== no folder for what is temporary"
TMPDIR=/nonexistent lpfc a.f90 -c -o b.o && nm b.o | grep -o 'twice_lporig'
echo "== modules that do not change keep their time"
printf 'module m\n  integer :: k = 1\ncontains\n' >m.f90
sed 's/twice/thrice/; s/2\*/3*/' a.f90 >>m.f90
echo 'end module' >>m.f90
lpfc -c m.f90
touch -d '2001-01-01' m.mod
lpfc -c m.f90
find . -name m.mod -not -newermt 2002-01-01
echo "== coverage"
lpfc --coverage -c a.f90 -o c.o && ls c.gcno
lpfc --report --coverage a.f90
