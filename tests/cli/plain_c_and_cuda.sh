# One loop tree in three languages: groups are loops in C, and what a host does with two launches is a function.
lpopt examples/forward_difference.loopy -p 'split_iname("i", 16); tag_inames("i_outer:g.0, i_inner:l.0")' -o "$OUT/fd.lpir"
lptranslate "$OUT/fd.lpir" --to c --no-line-map
lptranslate "$OUT/fd.lpir" -o "$OUT/fd.cu" --no-line-map && cat "$OUT/fd.cu" && ls "$OUT"
lptranslate tests/lower/two_launches.lpir --to c --no-line-map
lptranslate examples/dgemm.f90 --to c -o "$OUT/dgemm.c"
lpopt examples/dgemm.f90 -o "$OUT/dgemm.lpir"
lptranslate "$OUT/dgemm.lpir" --to c
lptranslate "$OUT/fd.cu"
