# What stands in the place of Loo.py's `has_schedulable_iname_nesting`, `get_iname_duplication_options` and
# `get_kennedy_unweighted_fusion_candidates`: each refusal names a call, which is then taken.
cat > "$OUT/nest.loopy" <<TEXT
args a, c : float64[n]
args b : float64[n, n]
{ [i, j] : 0 <= i, j < n }
a[i] = 1 {id=first}
b[i, j] = 2*a[i] {id=both}
c[j] = 3*c[j] {id=second}
TEXT
lpopt --check "$OUT/nest.loopy" -o "$OUT/nest.lpir"
ls "$OUT"
lpopt --check "$OUT/nest.loopy" --passes 'duplicate_inames("j", "second")' -o "$OUT/nest.lpir" && ls "$OUT"
# Loops over one range become one.
cat > "$OUT/two.loopy" <<TEXT
args a, b, c : float64[n]
{ [i, j] : 0 <= i, j < n }
b[i] = 2*a[i] {id=s}
c[j] = b[j] {id=t, dep=s}
TEXT
echo 'knl = lp.rename_inames(knl, ["i", "j"], "k")' > "$OUT/fuse.py"
lpopt --check "$OUT/two.loopy" --script "$OUT/fuse.py" -o "$OUT/one.lpir" && lptranslate "$OUT/one.lpir" --to c | grep -c 'for ('
sed 's/= b\[j\]/= b[n - 1 - j]/' "$OUT/two.loopy" > "$OUT/crossed.loopy"
lpopt --check "$OUT/crossed.loopy" --script "$OUT/fuse.py"
