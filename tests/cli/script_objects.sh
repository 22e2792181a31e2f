# Statements, barriers and rules as objects; types as numbers; sets; questions about kernels.
cat > "$OUT/objects.py" <<TEXT
import numpy as np
import loopy as lp
knl = lp.make_kernel(
    "{ [i] : 0 <= i < 8 }",
    [
        lp.SubstitutionRule("twice", ("x",), "2*x"),
        lp.Assignment("t", "twice(a[i])", id="first", temp_var_type=np.float32, within_inames=frozenset(["i"])),
        lp.NoOpInstruction(id="mark", depends_on=frozenset(["first"]), within_inames=set(["i"])),
        lp.Assignment("out[i]", "t + %s" % np.float32(0.1), depends_on=["mark"], predicates=frozenset(["i < m"]), tags=["sum"]),
        lp.BarrierInstruction(id="end", synchronization_kind="global", depends_on=frozenset(["insn"])),
        lp.CallInstruction(("out[0]", "low"), "make_tuple(1, 2)", id="two", depends_on=["end"]),
    ],
    [lp.GlobalArg("a", np.float32), "..."],
)
knl = lp.tag_inames(knl, {"i": "ord", "nobody": "l.0"}, ignore_nonexistent=True)
knl = lp.tag_inames(knl, "i:unr_hint.4", force=True)
print(knl.iname_tags("i"), knl.get_constant_iname_length("i"), knl.all_params(), knl.insn_inames("first"))
print(knl.writer_map(), knl.get_read_variables(), knl.domains, knl.target)
print(knl.arg_dict["a"].dtype == np.float32, np.int32(7) + 1, np.float64(3), knl.arg_dict["a"].dtype == np.float64)
knl = lp.fold_constants(lp.linearize(knl))
knl = lp.fix_parameters(knl, m=np.int32(5))
TEXT
lpopt --script "$OUT/objects.py"
cat > "$OUT/layouts.py" <<TEXT
knl = lp.make_kernel("{ [i, j] : 0 <= i, j < 10 }", "out[i, j] = a[i, j] + b[j]",
    [lp.GlobalArg("a,out", np.float64, shape=(10, 10), dim_tags="N1:stride:12,N0:stride:1"), lp.GlobalArg("b", np.float64, shape=(10,))])
knl = lp.tag_array_axes(knl, "b,out", "c,c?")
print(lp.find_padding_multiple(knl, "a", 0, 32), lp.find_padding_multiple(knl, "out", 0, 128, 0.01))
TEXT
lpopt --script "$OUT/layouts.py"
wrong() {
    printf 'knl = lp.make_kernel("{ [i] : 0 <= i < n }", ["out[i] = 2*a[i]"%s\n' "$1" > "$OUT/wrong.py"
    lpopt --script "$OUT/wrong.py"
}
wrong ', lp.Assignment("out[0]")])'
wrong ', lp.Assignment("out[0]", "1", atomicity=("a",))])'
wrong ', lp.BarrierInstruction(synchronization_kind="all")])'
wrong ']); knl.iname_tags("j")'
wrong ']); knl.get_constant_iname_length("i")'
wrong ']); np.int32("x")'
wrong ']); np.complex64(1)'
wrong ']); lp.find_padding_multiple(knl, "a", 0, 0)'
