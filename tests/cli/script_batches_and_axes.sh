# Batches of a kernel, axes split with their loops, parts of arrays as arrays of their own: each computes what its reference does.
cat > "$OUT/axes.py" <<TEXT
knl = lp.make_kernel("{ [i, j] : 0 <= i < n and 0 <= j < 3 }", "a[j, i] = 2*b[j, i] + i",
    [lp.GlobalArg("a", np.float64, shape=(3, "n"), dim_tags="sep,C"), "b : float64[3, n]", "..."], name="axes")
knl = knl.copy(name="parts", assumptions="n >= 1")
knl = lp.tag_array_axes(knl, "b", "sep,N0")
knl = lp.split_array_dim(knl, [("a", 1), ("b", 1)], 8, split_kwargs={"outer_tag": "g.0", "inner_tag": "l.0"})
knl = lp.tag_inames(knl, "j:unr")
RESULT = knl
TEXT
lpopt --script "$OUT/axes.py" -o "$OUT/axes.lpir" --emit-pipeline -
lptranslate "$OUT/axes.lpir" --to opencl --no-line-map
for n in 1 8 21; do lprun "$OUT/axes.lpir" --set n=$n --against | tail -1; done
lptranslate "$OUT/axes.lpir" -o "$OUT/axes.cl" && grep -A12 '"args"' "$OUT/axes.launch.json"
cat > "$OUT/batched.py" <<TEXT
knl = lp.make_kernel("{ [i, j] : 0 <= i, j < n }", ["<> t = sum(j, a[i, j]*x[j])", "y[i] = t + x[i]"],
    ["a : float64[n, n]", "x, y : float64[n]", "..."], name="batched")
knl = lp.split_iname(knl, "i", 8, inner_tag="l.0")
knl = lp.to_batched(knl, "count", ["x", "y"])
knl = lp.tag_inames(knl, "ibatch:g.0")
RESULT = knl
TEXT
lpopt --script "$OUT/batched.py" -o "$OUT/batched.lpir"
cat "$OUT/batched.lpir"
for n in 1 9; do lprun "$OUT/batched.lpir" --set n=$n,count=3 --against | tail -1; done
# A loop that is a subscript of the axis keeps its tag; one that is not written out cannot choose among parts.
cat > "$OUT/loop.py" <<TEXT
knl = lp.make_kernel("{ [i, j] : 0 <= i < n and 0 <= j < 3 }", "a[j, i] = i", ["a : float64[3, n]", "..."], name="loop")
knl = lp.tag_array_axes(knl, "a", "sep,C")
TEXT
lpopt --script "$OUT/loop.py" -o "$OUT/loop.lpir" && lptranslate "$OUT/loop.lpir" --to opencl
cat > "$OUT/renamed.py" <<TEXT
knl = lp.make_kernel("{ [i] : 0 <= i < n }", "a[i] = 1", name="renamed")
knl = lp.tag_inames(knl, "i:g.0").copy(name="other")
TEXT
lpopt --script "$OUT/renamed.py"
