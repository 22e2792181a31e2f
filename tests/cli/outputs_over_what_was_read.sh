# No output replaces a file that the run has read: one that is included, a module, a description, a journal.
cd "$OUT"
printf 'module sizes\n  integer, parameter :: m = 4\nend module\n' >sizes.f90
printf 'do i = 1, m\n  x(i) = 2*x(i)\nend do\n' >loop.inc
printf 'subroutine twice(x)\n  use sizes\n  real :: x(m)\n  integer :: i\n  include "loop.inc"\nend subroutine\n' >twice.f90
lptranslate twice.f90 --to lpir -o twice.lpir && echo translated
for output in sizes.f90 loop.inc ./sizes.f90; do
    lptranslate twice.f90 --to opencl -o $output || echo "exit $?"
    lpopt twice.f90 --to lpir -o $output || echo "exit $?"
    lpopt twice.f90 -o other.lpir --report $output || echo "exit $?"
done
cat sizes.f90 loop.inc
printf '{ [i] : 0 <= i < n }\nout[i] = 2*a[i]\n' >k.loopy
printf 'tune B in [2, 4]\nsplit_iname("i", B)\n' >steps.txt
for export in k.loopy steps.txt found/journal.jsonl found/tuned.json; do
    lprun tune k.loopy --pipeline steps.txt --set n=8 --device interp --into found --export $export >/dev/null || echo "exit $?"
done
cat k.loopy steps.txt
