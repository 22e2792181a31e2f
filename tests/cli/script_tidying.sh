# What programs call to tidy up, whether or not there is anything to do; what changes the interface changes the reference too.
cat > "$OUT/tidy.py" <<TEXT
import loopy as lp
import numpy as np
knl = lp.make_kernel(
    "{ [i, j, q] : 0 <= i, j < n and 0 <= q < 4 }",
    ["<> t = 2*a[i] {id=t}", "out[i] = t + sum(j, a[j]*a[j]) + sum(j, a[j]) {id=s}"],
    [lp.GlobalArg("a", np.float64, shape="n"), lp.GlobalArg("unused", np.float64, shape="m"), "..."], name="tidy")
knl = lp.remove_unused_arguments(knl)
knl = lp.remove_unused_arguments(knl)
knl = lp.remove_unused_inames(knl)
knl = lp.make_reduction_inames_unique(knl)
knl = lp.rename_argument(knl, "a", "x")
knl = lp.split_array_axis(knl, "x", 0, 8)
knl = lp.split_iname(knl, "i", 16, outer_tag="g.0", inner_tag="l.0")
knl = lp.add_inames_to_insn(knl, "i_inner", "id:t")
knl = lp.add_inames_for_unused_hw_axes(knl)
knl = lp.uniquify_instruction_ids(knl)
knl = lp.register_callable(knl, "bessel", "bessel_with_a_text_in_c")
knl = lp.set_argument_order(knl, ["n", "x", "out"])
knl = lp.rename_inames_in_batch(knl, {"k": ["j"], "l": ["j_0"]})
print([arg.name for arg in knl.args], knl.inames)
TEXT
lpopt --script "$OUT/tidy.py" -o "$OUT/tidy.lpir" --emit-pipeline -
for n in 1 8 37; do lprun "$OUT/tidy.lpir" --set n=$n --against | tail -1; done
