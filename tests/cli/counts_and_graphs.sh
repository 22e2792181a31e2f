# What a kernel does how often, in its parameters; its statements and its loop tree as graphs.
cat > "$OUT/tri.loopy" <<'K'
args a : float64[n, n]
args x : float64[n]
args y : float64[n]
{ [i] : 0 <= i < n }
{ [j] : 0 <= j <= i }
y[i] = 2*sum(j, a[i, j]*x[j]) {id=product}
y[i] = y[i] + 1 {dep=product}
K
lpopt --stats "$OUT/tri.loopy"
lpopt --stats examples/dgemm.f90
lpopt --dot dependencies "$OUT/tri.loopy"
lpopt --dot tree "$OUT/tri.loopy"
cat > "$OUT/ask.star" <<'K'
knl = lp.make_kernel("{[i]: 0<=i<n}", "out[i] = 2*a[i] + 1", [lp.GlobalArg("a,out", np.float32, shape="n"), "..."])
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
for map in [lp.get_op_map(knl), lp.get_mem_access_map(knl), lp.gather_access_footprints(knl), lp.get_synchronization_map(knl)]:
    for key, count in map.items():
        print(key, "=", count)
print(lp.get_op_map(knl, count_redundant_work=False, count_within_subscripts=False, subgroup_size=32))
print(lp.gather_access_footprints(knl, ignore_uncountable=True)["read a"])
print(lp.get_dot_dependency_graph(knl))
lp.get_op_map(knl, count_within_subscripts=True)
K
lpopt --script "$OUT/ask.star"
