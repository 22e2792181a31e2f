# What scripts import, the names of types, declarations of temporaries and constant arrays, and what is asked of kernels.
cat > "$OUT/types.py" <<TEXT
import numpy as np
import loopy as lp
from loopy.version import LOOPY_USE_LANGUAGE_VERSION_2018_2  # noqa: F401

knl = lp.make_kernel(
    "{ [i, k] : 0 <= i < n and 0 <= k < 3 }",
    "out[i] = a[i] + sum(k, w[k]*b[i]) + c[i]",
    [
        lp.GlobalArg("out", float, shape=("n",), is_output=True, is_input=False),
        lp.GlobalArg("a,b", np.float64, shape=lp.auto, offset=lp.auto),
        lp.ConstantArg("c", "f8", shape="n"),
        lp.TemporaryVariable("w", initializer=np.array([1, 4.5, -1]), read_only=True, shape=(3,),
            address_space=lp.AddressSpace.PRIVATE),
        lp.ValueArg("n", np.dtype("int"), is_input=True),
    ],
    target=lp.PyOpenCLTarget(), options="return_dict,no_numpy=1", index_dtype=np.int32, default_offset=lp.auto,
    silenced_warnings=["x"], lang_version=lp.MOST_RECENT_LANGUAGE_VERSION, name="stencil", seq_dependencies=True)
knl = knl["stencil"].default_entrypoint
knl = lp.set_options(knl, "write_code", return_dict=True)
knl = lp.set_options(knl, lp.Options(no_numpy=True))
knl = lp.add_and_infer_dtypes(knl, {"a": np.float64}, expect_completion=True)
knl = knl.with_kernel(knl.copy(target=lp.CTarget()))
print(knl.entrypoints, sorted(knl.arg_dict), knl.temporary_variables["w"].dtype, knl.all_inames())
for insn in knl.instructions:
    print(insn.id, insn.within_inames, insn.depends_on)
TEXT
lpopt --script "$OUT/types.py" -o "$OUT/types.lpir"
cat > "$OUT/same.loopy" <<TEXT
args out, a, b, c : float64[n]
{ [i] : 0 <= i < n }
out[i] = a[i] + (b[i] + 4.5*b[i] - b[i]) + c[i]
TEXT
lprun "$OUT/types.lpir" --set n=40 --against "$OUT/same.loopy" | tail -1
# One parameter fixed, arrays in Fortran's order, strides that the caller chooses.
cat > "$OUT/more.py" <<TEXT
knl = lp.make_kernel(
    "{ [i, j] : 0 <= i < n and 0 <= j < m }",
    "a[i, j] = b[i, j] + c[i, j]",
    [lp.GlobalArg("a"), lp.GlobalArg("b", shape="n,m", dim_tags="stride:auto,stride:1"),
     lp.GlobalArg("c", shape="n,m", dim_tags="c,c"), "..."],
    default_order="F", fixed_parameters={"m": 4}, default_dtype=np.float32, iname_slab_increments={"i": (0, 1)})
TEXT
lpopt --script "$OUT/more.py"
wrong() {
    printf 'k = lp.make_kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]"%s)\n' "$1" > "$OUT/wrong.py"
    lpopt --script "$OUT/wrong.py"
}
wrong ', [lp.GlobalArg("a", "i8"), "..."]'
wrong ', [lp.GlobalArg("a", np.float16), "..."]'
wrong ', [lp.GlobalArg("a", np.float64, shape=("n",), strides=(2,), offset=3), "..."]'
wrong ', [lp.TemporaryVariable("t", initializer=[1]), "..."]'
wrong ', [lp.TemporaryVariable("t", initializer=np.array([[1], [2, 3]])), "..."]'
wrong ', [lp.TemporaryVariable("t", shape=(4,), initializer=np.arange(3)), "..."]'
wrong ', options="retrun_dict"'
wrong ', preambles=["a"]'
wrong '); lp.set_options(k, allow_fp_reordering=False'
wrong ')["other"]; (lambda: 0)('

# Arrays that nothing uses have no extents; without a gap a linear subscript is a subscript.
cat > "$OUT/open.py" <<TEXT
knl = lp.make_kernel("{ [i] : 0 <= i < n }", "out[i] = a[[i]]", [
    lp.GlobalArg("unused,out", np.float32), lp.GlobalArg("a", np.float32, strides=[1]), "..."], lang_version=[2018, 2])
TEXT
lpopt --script "$OUT/open.py"
