# Intrinsics give default types in the size that these have, by all of their names.
for sizes in "--default-real 4" "--default-real 8" "--default-integer 8" "--default-real 8 --default-integer 8"; do
    echo "$sizes"
    for device in interp opencl; do
        lprun --verify-fortran tests/parse/fortran/default_kinds.f90 --device $device --cases 12 $sizes 2>/dev/null
    done
done
