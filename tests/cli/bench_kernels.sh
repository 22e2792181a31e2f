# What `./run bench gpu` and `./run bench cpu` time is accepted and can be lowered.
for source in bench/gpu/*.loopy; do
    lpopt "$source" --pipeline "${source%.loopy}.txt" --check -o "$OUT/k.lpir"
done
for pipeline in bench/cpu/*.txt; do
    lpopt bench/cpu/dgemm.f90 --pipeline "$pipeline" --check -o "$OUT/k.lpir"
done
