# Constants written as bits are the numbers that gfortran takes them for, and short ones of eight bytes have all their bits.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/bits.f90 --device $device --cases 12 2>/dev/null
    lprun --verify-fortran tests/parse/fortran/bits_of_constants.f90 --device $device --cases 12 2>/dev/null
done
