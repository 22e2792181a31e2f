# Arguments that a script declares have the place of their call, and so has what is wrong with them.
cat > "$OUT/places.star" <<TEXT
data = [
    lp.GlobalArg("a", np.float32, shape="n"),
    lp.GlobalArg("out", np.float32, shape=("n", )),
]
name = "o" + "ut"
k = lp.make_kernel("{ [i] : 0 <= i < n }", name + "[i] = 2*a[i]", data + [lp.ValueArg("n", np.int32)])
TEXT
lpopt --script "$OUT/places.star"
cat > "$OUT/wrong.star" <<TEXT
data = [
    lp.GlobalArg("a", np.float32, shape="n +"),
]
k = lp.make_kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]", data)
TEXT
lpopt --script "$OUT/wrong.star"
printf 'x = [1]\nfor i in range(100):\n    x = [x]\nknl = lp.tag_inames(knl, x)\n' > "$OUT/deep.star"
lpopt --script "$OUT/deep.star" examples/dgemm.f90
