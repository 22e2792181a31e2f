# Values given to routines whose own calls change what they are made of, counters of counters, loop variables behind loops,
# and allocatables of blocks beside derived types are what gfortran has.
cp tests/parse/fortran/changed_behind_calls.f90 "$OUT"
cd "$OUT"
for device in interp opencl; do
    lprun --verify-fortran changed_behind_calls.f90 --device $device --cases 12 2>/dev/null
done
