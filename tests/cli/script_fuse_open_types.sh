# A kernel whose types come later converts its values as Loo.py does, alone and fused with one whose types are known.
printf 'args n: int32\nargs a: float32[n]\n{ [i]: 0<=i<n }\na[i] = 1\n' >"$OUT/any.loopy"
cat >"$OUT/fuse.star" <<'SCRIPT'
size = lp.ValueArg("n", np.int32)
def typed(name):
    return lp.GlobalArg(name, np.float32, shape="n")
def open_type(name):
    return lp.GlobalArg(name, None, shape="n")
k1 = lp.make_kernel("{[i]: 0<=i<n}", "a[i] = 2*x[i]", [typed("a"), typed("x"), size], name="k1")
k2 = lp.make_kernel("{[j]: 0<=j<n}", "b[j] = x[j]*x[j]*z[j]", [open_type("b"), open_type("x"), open_type("z"), size], name="k2")
types = {"z": np.float64, "b": np.float64}
print(lp.add_dtypes(lp.fuse_kernels([k1, k2]), types))
print(lp.add_dtypes(k2, {"x": np.float32, "z": np.float64, "b": np.float64}))
SCRIPT
lpopt "$OUT/any.loopy" --script "$OUT/fuse.star" 2>&1 | grep -E '^ *insn.*b\[j\]|error|×'
