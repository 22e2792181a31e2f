# What `./run bench gpu` and `./run bench cpu` time is accepted and can be lowered.
for pipeline in bench/gpu/*.txt; do
    kernel="${pipeline%.txt}"
    lpopt "${kernel%-*}.loopy" --pipeline "$pipeline" --check -o "$OUT/k.lpir"
done
for script in bench/gpu/*.star; do
    kernel="${script%.star}"
    lpopt "${kernel%-*}.loopy" --script "$script" --check -o "$OUT/k.lpir"
done
for pipeline in bench/cpu/*.txt; do
    lpopt bench/cpu/dgemm.f90 --pipeline "$pipeline" --check -o "$OUT/k.lpir"
done
