# Arrays of constants, variables that share memory, jumps into loops and optional arguments, against gfortran.
lprun --verify-fortran tests/parse/fortran/array_constants.f90 --device interp
lprun --verify-fortran tests/parse/fortran/equivalence.f90 --device interp
lprun --verify-fortran tests/parse/fortran/jumps_into_loops.f --device interp
lprun --verify-fortran tests/parse/fortran/optional.f90 --device interp
