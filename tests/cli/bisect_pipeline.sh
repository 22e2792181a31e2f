# The first call that makes the kernel illegal, though a later one fails by itself.
cat > "$OUT/stencil.lpir" <<TEXT
lpir 1

kernel @stencil {
  arg n : i32
  arg a : f64[n + 1, n + 1] inout
  domain [n] -> { [j] : 1 <= j < n }
  domain [n] -> { [i] : 0 <= i < n }
  iname j
  iname i
  s: a[j, i] = a[j - 1, i + 1] + 1.0  in(j, i) time(j, i)
}
TEXT
cd "$OUT"
cat > passes.txt <<TEXT
tile = 4
split_iname("i", tile)
rename_iname("j", "row")
prioritize_loops("i_outer, i_inner, row")
tag_inames("row:unr")
split_iname("column", tile)
TEXT
lpopt bisect stencil.lpir --pipeline passes.txt
echo "exit code $?"
lpopt bisect stencil.lpir -p 'split_iname("i", 4); split_iname("column", 4)'
echo "exit code $?"
