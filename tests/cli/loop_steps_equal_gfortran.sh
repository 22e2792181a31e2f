# Loops of variable step: what the kernels compute is what gfortran's routines do, and those whose length is known run in
# parallel.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/loop_steps_variable.f90 --device $device --cases 40 2>/dev/null || true
done
lptranslate tests/parse/fortran/loop_steps_variable.f90 -o "$OUT/steps.lpir" 2>/dev/null
lptranslate "$OUT/steps.lpir" --to opencl --no-line-map | sed -n '/^scaled/,/^}/p;/^either_way/,/^}/p'
