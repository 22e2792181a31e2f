# Arguments of `make_kernel` that Loo.py drops, a listing that binds no name, and a script without a kernel.
cat > "$OUT/named.py" <<TEXT
import numpy as np
import loopy as lp
knl = lp.make_kernel(
    "{[i,j]: 0<=i,j<n}",
    "a[i, j] = 2*b[j, i]",
    name="transpose", loop_priority="j,i", default_dtype=np.float32)
TEXT
lpopt --script "$OUT/named.py"
cat > "$OUT/bare.py" <<TEXT
lp.make_kernel(
    "{[i]: 0<=i<n}",
    "out[i] = 2*a[i]", loop_priority=["i"])
TEXT
lpopt --script "$OUT/bare.py"
printf 'x = 3\n' > "$OUT/none.py"
lpopt --script "$OUT/none.py"
# Texts that Python joins, and its own three dots.
cat > "$OUT/joined.py" <<TEXT
knl = lp.make_kernel(
    "{[i, j]: 0<=i<n "   # a's bounds
    "and 0<=j<m}",
    "a[i, j] = "
        "b[j] + 1",
    [lp.GlobalArg("b", np.float32, shape="m" "+1"), ...], name="jo" "ined")
TEXT
lpopt --script "$OUT/joined.py"
