# Forms of Loo.py's instructions and declarations.
run() { lpopt --script "$OUT/$1.py" -o "$OUT/$1.lpir" && cat "$OUT/$1.lpir"; }
# Calls with several results, into scalars and elements.
cat > "$OUT/results.py" <<TEXT
part = lp.make_kernel([], ["x[0] = 2*a", "y[0] = 3*a"], ["x, y : float64[1]", "a : float64"], name="part")
calls = lp.make_kernel("{ [j] : 0 <= j < 4 }", ["<> p, <> q = part(w[j])", "u[j], v[j] = part(p + q)"], ["u, v, w : float64[4]"], name="calls")
RESULT = lp.merge([calls, part])
TEXT
run results
# Loops wait for their bounds, and the uses of a scalar that becomes a rule for what it waited for, whatever lists say.
cat > "$OUT/lists.py" <<TEXT
RESULT = lp.make_kernel(["{ [i] : 0 <= i < 4 }", "[m] -> { [j] : 0 <= j < m }", "{ [k, l] : 0 <= k, l < 4 }"], ["<> m = 3 + k0 {id=set}",
    "out[i] = 2*i {id=o}", "a[j] = j {id=w, dep=*o}", "<> r = out[k] - out[l] {id=r, dep=w}", "f[k] = sum(l, r*r) {dep=*r}", "b[i] = 3 {nosync=zz*@any}"],
    ["out, f, b : float64[4]", "a : float64[20]", "k0 : int32", "..."], name="lists")
TEXT
run lists
cat > "$OUT/shapes.py" <<TEXT
RESULT = lp.make_kernel("{ [i, j] : 0 <= i < n and 0 <= j < m }", ["out[i, j] = 2*b[i, j]"], [lp.GlobalArg("out", np.float64, shape="(n, m)", strides=lp.auto),
    lp.GlobalArg("b", np.float64, shape="(max(n, 1), m)"), "n, m : int32"], name="shapes")
TEXT
run shapes
lptranslate "$OUT/shapes.lpir" --to c
lprun "$OUT/shapes.lpir" --set n=3,m=4,out_stride0=4,out_stride1=1 --against "$OUT/shapes.lpir" | grep agrees
lprun "$OUT/shapes.lpir" --set n=3,m=4,out_stride0=3,out_stride1=1
# Loops that a value leaves without an iteration are there for the steps that follow.
cat > "$OUT/empty.py" <<TEXT
knl = lp.make_kernel("{ [i, k] : 0 <= i < 4 and 0 <= k < h }", ["out[i] = sum(k, a[i + k])"], ["out : float64[4]", "a: float64[20]", "h : int32"], name="empty")
knl = lp.fix_parameters(knl, h=0)
RESULT = lp.tag_inames(knl, "i:g.0")
TEXT
run empty
lptranslate "$OUT/empty.lpir" --to c
