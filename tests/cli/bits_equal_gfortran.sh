# Constants written as bits are the numbers that gfortran takes them for.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/bits.f90 --device $device --cases 12 2>/dev/null
done
