# `dim` of numbers whose difference is a negative zero is a positive one, as gfortran has it.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/negative_zero.f90 --device $device --cases 12 2>/dev/null
done
