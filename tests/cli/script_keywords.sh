# Loo.py's names of parameters, and their order, where ours are others; names that imports bring.
cat > "$OUT/keywords.py" <<TEXT
import sys, numpy as np
import numpy
import loopy
from loopy import split_iname, tag_inames as tag  # two of them
from loopy.kernel.data import (
    AddressSpace,
    auto,
)
knl = loopy.make_kernel(
    "{ [i, j] : 0 <= i, j < n }", "out[i, j] = 2*a[i, j] {id=twice}",
    [loopy.GlobalArg("a", numpy.float32, shape=("n", "n"), order="C"), loopy.GlobalArg("out", shape=auto, strides=())][:1] + ["..."],
    loop_priority=frozenset([("j", "i")]))
knl = loopy.add_dtypes(knl, dtype_dict={"out": numpy.float32})
knl = split_iname(knl, split_iname="i", inner_length=16, do_tagged_check=False)
knl = split_iname(kernel=knl, split_iname="j", inner_length=8, outer_iname="tile")
knl = tag(knl, {"nobody": "l.0", "i_inner": "l.0"}, True, True)
knl = lp.tag_instructions(knl, "scaling", "id:twice")
knl = lp.tag_instructions(knl, "all", within="writes:out")
knl = lp.assume(knl, assumptions="n >= 0")
knl = lp.rename_iname(knl, "tile", "block", raise_on_domain_mismatch=True, preserve_tags=True)
knl = lp.untag_inames(knl, iname_to_untag="i_inner", tag_type="l")
knl = lp.realize_reduction(knl, "twice", True, False)
knl = lp.set_argument_order(knl, arg_names=["out", "a", "n"])
knl = lp.tag_array_axes(knl, ary_names="a", dim_tags="N0,N1")
print(knl.index_dtype == np.int32, AddressSpace.LOCAL)
TEXT
lpopt --script "$OUT/keywords.py"
wrong() {
    printf '%s\nknl = lp.make_kernel("{ [i] : 0 <= i < 64 }", "out[i] = 2*a[i]")\n%s\n' "$2" "$1" > "$OUT/wrong.py"
    lpopt --script "$OUT/wrong.py"
}
wrong 'lp.chunk_iname(knl, "i", 4, slabs=(0, 1))'
wrong 'lp.rename_argument(knl, "a", "out", True)'
wrong 'lp.realize_reduction(knl, automagic_scans_ok=True)'
wrong 'lp.fix_parameters(knl, within="id:a", n=3)'
wrong 'lp.split_iname(kernel=3, split_iname="i", inner_length=4)'
wrong 'queue = cl.CommandQueue(cl.create_some_context())' 'import pyopencl as cl'
wrong 'check(knl)' 'from pytools import check'
wrong 'knl(3)' 'from loopy import *'
wrong 'lp.make_kernel("{ [i] : 0 <= i < 4 }", "out[i] = 1", [lp.GlobalArg("out", np.int32, shape=4, dim_tags="N0(pad=8)")])'
