# Loops without a bound, `exit` and `cycle` out of several loops, and jumps backward: what the kernels compute is what
# gfortran's routines do, and the loops end.
for device in interp opencl; do
    for file in endless_loops.f90 backward_jumps.f; do
        lprun --verify-fortran "tests/parse/fortran/$file" --device $device --cases 12 2>/dev/null || true
    done
done
lptranslate --print-hir tests/parse/fortran/backward_jumps.f
lptranslate tests/parse/fortran/endless_loops.f90 -o "$OUT/loops.lpir" 2>/dev/null
lptranslate "$OUT/loops.lpir" --to opencl --no-line-map | sed -n '/^roots/,/^}/p;/^halves/,/^}/p'
