# Names, bounds and labels that calls and loops must not mix up: what the kernels compute is what gfortran's routines do.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/what_stays_apart.f90 --device $device --cases 40 2>/dev/null || true
done
