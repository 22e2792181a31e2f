# Kernels that copy between layouts, affine maps by equations, parts that write what others wrote, and merged kernels whose loops were split.
cat > "$OUT/copy.py" <<TEXT
knl = lp.make_copy_kernel("f,f,sep", old_dim_tags="c,c,c")
knl = lp.fix_parameters(knl, n2=3)
RESULT = lp.add_dtypes(knl, {"input": np.float32})
TEXT
lpopt --script "$OUT/copy.py" -o "$OUT/copy.lpir"
cat "$OUT/copy.lpir"
for n in 1 4; do lprun "$OUT/copy.lpir" --set n0=$n,n1=5,n2=3 --against | tail -1; done
for tags in '"f,f", "c"' '""' '"c,q"'; do
  echo "RESULT = lp.make_copy_kernel($tags)" > "$OUT/wrong.py"
  lpopt --script "$OUT/wrong.py"
done
# What is not fixed has no number of parts.
echo 'RESULT = lp.add_dtypes(lp.make_copy_kernel("sep,c"), {"input": np.float64})' > "$OUT/parts.py"
lpopt --script "$OUT/parts.py" -o "$OUT/parts.lpir" && lptranslate "$OUT/parts.lpir" --to opencl
cat > "$OUT/map.py" <<TEXT
knl = lp.make_kernel("{ [i, j] : 1 <= i <= n and 0 <= j < n }", "a[i - 1, j] = 2*b[j] + i", ["a : float64[n, n]", "b : float64[n]", "..."])
knl = lp.affine_map_inames(knl, "i, j", "k, l", ["k + 1 = i", "l = n - 1 - j"])
RESULT = lp.split_iname(knl, "k", 4, outer_tag="g.0", inner_tag="l.0")
TEXT
lpopt --script "$OUT/map.py" -o "$OUT/map.lpir" --emit-pipeline -
for n in 1 6; do lprun "$OUT/map.lpir" --set n=$n --against | tail -1; done
# Loops that the equations name besides stay as they are.
cat > "$OUT/skew.py" <<TEXT
knl = lp.make_kernel("{ [i, j, k] : 0 <= i, j < n and 0 <= k < 3 }", "a[i, j, k] = b[i, j, k] + k", ["a, b : float64[n, n, 3]", "..."])
RESULT = lp.affine_map_inames(knl, ["i"], ["s"], "s = i + j")
TEXT
lpopt --script "$OUT/skew.py" -o "$OUT/skew.lpir" && lpopt "$OUT/skew.lpir" -p 'prioritize_loops("j, s, k")' -o - | sed -n '/reference/q;p'
for equations in '"2*k = i"' '[]' '"k = i*i"'; do
  echo "knl = lp.make_kernel(\"{ [i] : 0 <= i < n }\", \"a[i] = i\"); RESULT = lp.affine_map_inames(knl, \"i\", \"k\", $equations)" > "$OUT/wrong.py"
  lpopt --script "$OUT/wrong.py"
done
cat > "$OUT/over.py" <<TEXT
first = lp.make_kernel("{ [i] : 0 <= i < n }", "a[i] = i", ["a : int32[n]", "..."], name="first")
second = lp.make_kernel("{ [j] : 0 <= j < n }", "a[n - 1 - j] = j + 100", ["a : int32[n]", "..."], name="second")
RESULT = lp.fuse_kernels([lp.rename_argument(first, "a", "c"), lp.rename_argument(second, "a", "c")], data_flow=[("c", 0, 1)])
TEXT
lpopt --script "$OUT/over.py" -o "$OUT/over.lpir" && cat "$OUT/over.lpir"
lptranslate "$OUT/over.lpir" --to opencl --no-line-map
cat > "$OUT/split.py" <<TEXT
combine = lp.make_kernel("{ [i, j] : 0 <= i, j < 6 }", ["<> t = 2*x[i, j] {id=t}", "z[i, j] = t + i {dep=t}"], name="combine")
combine = lp.split_iname(combine, "i", 4, outer_tag="g.0", inner_tag="l.0")
caller = lp.make_kernel("{ [i, j, k, l] : 0 <= i, j, l < 6 and 0 <= k < n }", "[j, l] : z[i, k, j, l] = combine([j, l] : x[i, k, j, l])",
    ["x, z : float64[6, n, 6, 6]", "..."], name="caller")
caller = lp.split_iname(caller, "i", 2, outer_tag="g.1", inner_tag="l.1")
RESULT = lp.merge([caller, combine])
TEXT
cat > "$OUT/split.loopy" <<TEXT
kernel plain
args x, z : float64[6, n, 6, 6]
args n
{ [i, j, k, l] : 0 <= i, j, l < 6 and 0 <= k < n }
z[i, k, j, l] = 2*x[i, k, j, l] + j
TEXT
lpopt --script "$OUT/split.py" -o "$OUT/split.lpir"
for n in 1 3; do lprun "$OUT/split.lpir" --set n=$n --against "$OUT/split.loopy" | tail -1; done
echo 'knl = lp.make_kernel("{ [i] : 0 <= i < n }", ["a[i] = 1 {id=s}", "b[i] = 2 {id=t}"]); knl = lp.add_nosync(knl, "any", "writes:a", "writes:b", empty_ok=True); RESULT = lp.tag_inames(knl, {"i": ["$element", "g.0"]})' > "$OUT/tags.py"
lpopt --script "$OUT/tags.py"
# Memory that somebody chose is not changed.
cat > "$OUT/private.loopy" <<TEXT
kernel private
args a, b : float64[n]
args n : int32
{ [i, j] : 0 <= i, j < n }
<> t[i] = 2*a[i] {id=set}
b[j] = t[n - 1 - j] {dep=set}
TEXT
lptranslate "$OUT/private.loopy" --to opencl --no-line-map | tail -8
lpopt "$OUT/private.loopy" -p 'set_temporary_address_space("t", "private")' -o "$OUT/private.lpir" && lptranslate "$OUT/private.lpir" --to opencl
echo 'a name that holds the word between equations:'
cat >"$OUT/band.star" <<'S'
knl = lp.make_kernel("{ [band] : 0 <= band < 8 }", "out[band] = 2*a[band]", [lp.GlobalArg("a, out", "float32", shape="8")])
knl = lp.affine_map_inames(knl, "band", "k", "k + 1 = band")
S
lpopt --script "$OUT/band.star" | grep 'of insn'
