# Routines that are given for dummy arguments: what the kernels compute is what gfortran's routines do.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/procedures_given.f90 --device $device --cases 20 2>/dev/null || true
done
lptranslate --check tests/parse/fortran/procedures_given.f90
lptranslate --check tests/parse/fortran/procedures_refused.f90
