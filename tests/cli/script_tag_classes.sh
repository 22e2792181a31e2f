# Classes of tags, of a script and imported ones, are words by which loops and statements are found.
cat > "$OUT/tags.py" <<TEXT
import loopy as lp
from pytools.tag import Tag
from loopy.kernel.data import GroupInameTag, LocalInameTag
from simulation.tags import ElementInameTag

class DofTag(Tag):
    """Loops over degrees of freedom."""

class OldTag(Tag): pass

knl = lp.make_kernel(
    "{[iel, idof]: 0<=iel<n and 0<=idof<8}", [lp.Assignment("y[iel, idof]", "2*x[iel, idof]", id="s", tags=frozenset([DofTag()]))],
    [lp.GlobalArg("x,y", float, shape=("n", 8), strides=lp.auto), "..."],
    assumptions="y_stride1 = 1 and y_stride0 >= 8", lang_version=(2018, 2))
knl = lp.tag_inames(knl, {"iel": ElementInameTag(), "idof": frozenset([DofTag(), OldTag()])})
knl = lp.untag_inames(knl, "idof", OldTag)
knl = lp.tag_instructions(knl, "!streaming_store", within="tag:DofTag")
knl = lp.tag_inames(knl, [("iel", GroupInameTag(0)), ("idof", LocalInameTag(0))])
TEXT
cd "$OUT"
lpopt --script tags.py -o tags.lpir
sed -n '/^  reference/q;/iname\|tags\|arg/p' tags.lpir
lprun tags.lpir --device interp --set n=3,x_stride0=9,x_stride1=1,y_stride0=8,y_stride1=1 --against
sed 's/ElementInameTag()/ElementInameTag(3)/' tags.py > value.py
lpopt --script value.py
echo "exit code $?"
printf 'class Point:\n    x = 1\n' > class.py
lpopt --script class.py
echo "exit code $?"
