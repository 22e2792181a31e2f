cat > "$OUT/passes.txt" <<TEXT
# tiles
tile = 16
split_iname("i", tile)
split_iname("jj", tile)
TEXT
lpopt --pipeline "$OUT/passes.txt" examples/dgemm.f90
