# What random routines found, and what they use: the kernels compute what gfortran's routines do.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/selected_once.f90 --device $device --cases 12 2>/dev/null
done
