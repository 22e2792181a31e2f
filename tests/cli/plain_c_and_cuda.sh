# One loop tree in three languages: groups are loops in C, and what a host does with two launches is a function.
lpopt examples/forward_difference.loopy -p 'split_iname("i", 16); tag_inames("i_outer:g.0, i_inner:l.0")' -o "$OUT/fd.lpir"
lptranslate "$OUT/fd.lpir" --to c --no-line-map
lptranslate "$OUT/fd.lpir" -o "$OUT/fd.cu" --no-line-map && cat "$OUT/fd.cu" && ls "$OUT"
lptranslate tests/lower/two_launches.lpir --to c --no-line-map
lptranslate examples/dgemm.f90 --to c -o "$OUT/dgemm.c"
lpopt examples/dgemm.f90 -o "$OUT/dgemm.lpir"
lptranslate "$OUT/dgemm.lpir" --to c
lptranslate "$OUT/fd.cu"
# A script says what code it wants, and the kernel remembers it.
wants() {
    cat > "$OUT/wants.py" <<TEXT
knl = lp.make_kernel("{ [i] : 0 <= i < n }", "a[i] = 1", ["a : float64[n]", "..."], name="wants", $1)
knl = lp.tag_inames(knl, "i:$3").copy($2)
TEXT
    lpopt --script "$OUT/wants.py" -o "$OUT/wants.lpir" && lptranslate "$OUT/wants.lpir" --to target --no-line-map
}
wants 'target=lp.CudaTarget()' '' g.0
wants 'target=lp.CudaTarget()' 'target=lp.ExecutableCTarget()' for
grep target "$OUT/wants.lpir"
wants 'target=lp.ISPCTarget()' 'silenced_warnings=[]' g.0
wants 'target="PTX"' '' g.0
sed 's/target c/target ptx/' "$OUT/wants.lpir" | sed 's/^  arg n/  target fpga\n  arg n/' > "$OUT/fpga.lpir"
lptranslate "$OUT/fpga.lpir" --to target
lptranslate "$OUT/wants.lpir" --from target
# A block of CUDA has at most 1024 threads.
lpopt examples/forward_difference.loopy -p 'split_iname("i", 2048, outer_tag="g.0", inner_tag="l.0")' -o "$OUT/large.lpir"
lptranslate "$OUT/large.lpir" --to cuda --no-line-map
