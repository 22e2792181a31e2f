# Which loops can be one: those of one range, as far as no value has to come from a later iteration.
cat > "$OUT/fuse.py" <<TEXT
knl = lp.make_kernel(
    ["{[i0]: 0<=i0<n}", "{[i1]: 0<=i1<n}", "{[i2]: 0<=i2<n}", "{[i3]: 0<=i3<m}"],
    """
    a[i0] = 2*x[i0]           {id=a}
    b[i1] = a[i1] + 1         {id=b, dep=a}
    c[i2] = b[n - 1 - i2]     {id=c, dep=b}
    d[i3] = 3                 {id=d}
    """,
    [lp.GlobalArg("a,b,c,x", np.float64, shape="n"), lp.GlobalArg("d", np.float64, shape="m"), "..."],
    name="chain", assumptions="n >= 1 and m >= 1")
found = lp.get_kennedy_unweighted_fusion_candidates(knl, frozenset({"i0", "i1", "i2", "i3"}), prefix="row")
print(found)
RESULT = lp.rename_inames_in_batch(knl, found)
TEXT
lpopt --script "$OUT/fuse.py" -o "$OUT/fused.lpir"
lprun "$OUT/fused.lpir" --device interp --set n=7,m=3 --against
sed -n '/^  domain/p; /^  [a-d]:/p' "$OUT/fused.lpir" | sed 's/ @".*//'
sed 's/"i3"})/"k"})/' "$OUT/fuse.py" > "$OUT/unknown.py"
lpopt --script "$OUT/unknown.py" -o -
