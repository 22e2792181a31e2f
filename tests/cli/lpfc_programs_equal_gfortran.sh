# Whole programs by which kernels were told from the routines once: what they print is what gfortran's print.
export LPFC_LEAST=0
export LP_CACHE= OMP_NUM_THREADS=4 OMP_DYNAMIC=false
here=$PWD
cd "$OUT"
for file in "$here"/tests/lpfc/*.f90; do
    name=$(basename "$file" .f90)
    head=$(sed -n 's/^! lpfc //p' "$file" | head -1)
    targets=${head%%:*} options=${head#*:}
    outline= flags=
    for option in $options; do
        if [ "$option" = --outline ]; then outline=--outline; else flags="$flags $option"; fi
    done
    # A page has what may not be with arrays that stay on the device by themselves.
    ways=$(sed -n 's/^! data //p' "$file")
    # Routines that are kernels even without a loop.
    export LPFC_ONLY=$(sed -n 's/^! only //p' "$file")
    echo "== $name"
    gfortran -O1 -ffp-contract=off $flags "$file" -o plain && timeout 60 ./plain >expected 2>expected.err
    for target in $targets; do
        LPFC_TARGET=$target lpfc $outline -O1 -ffp-contract=off $flags "$file" -o program || continue
        for data in ${ways:-copy auto}; do
            [ $data = auto ] && [ $target != opencl ] && continue
            LP_DATA=$data timeout 100 ./program >got 2>got.err
            echo "$target, $data: exit code $?"
            diff expected got && echo "equal to gfortran"
        done
    done
done
