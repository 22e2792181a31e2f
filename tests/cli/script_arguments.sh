# What a declaration of an argument says is done or refused; those without a type keep their place.
cat > "$OUT/layouts.star" <<TEXT
k = lp.make_kernel("{ [i, j] : 0 <= i, j < n }", "out[i, j] = alpha*a[i, j] + b[i, j] + c[i, j] + d[i, j]", [
    lp.ValueArg("alpha"),
    lp.GlobalArg("out", order="F"),
    lp.GlobalArg("d", np.float32),
    lp.GlobalArg("a", np.float64, shape=("n", "n"), strides=("2*n", 2)),
    lp.ArrayArg("b", np.float64, shape="n, n", dim_tags="N0,N1", address_space="global", offset=0),
    lp.GlobalArg("c", np.float64, shape=("n", "n"), dim_tags=["stride:n + 1", "stride:1"]),
    lp.ValueArg("n", np.int32, approximately=1000),
], lang_version=(2018, 2), order="text")
TEXT
lpopt --script "$OUT/layouts.star"
refuse() {
    echo "k = lp.make_kernel(\"{ [i] : 0 <= i < n }\", \"out[i] = 2*a[i]\", [$1])" > "$OUT/refuse.star"
    lpopt --script "$OUT/refuse.star"
}
refuse 'lp.GlobalArg("a", np.float32, shape=("n", "n"), offset=3)'
refuse 'lp.GlobalArg("a", np.float32, shape="n", strides=(2,), order="F")'
refuse 'lp.GlobalArg("a", np.float32, strides=(2,))'
refuse 'lp.GlobalArg("a", np.float32, shape="n", dim_tags="->0")'
refuse 'lp.GlobalArg("a", np.float32, shape="n", order="A")'
refuse 'lp.GlobalArg("a", np.float32, shape="n", is_input=False, is_output=False)'
refuse 'lp.GlobalArg("out", np.float32, shape="n", is_output=False), "..."'
refuse 'lp.GlobalArg("a", np.float32, shape="n", is_output=False), lp.GlobalArg("out", np.float32, shape="n", is_input=False), "..."'
refuse 'lp.ArrayArg("a", np.float32, shape="n", address_space="local")'
refuse 'lp.ValueArg("n", np.int32, 1000, shape="n")'
refuse 'lp.GlobalArg("a", 4, shape="n")'
refuse 'lp.GlobalArg("a", "float31", shape="n")'
refuse 'lp.GlobalArg("a", np.float32, "n", name="b")'
refuse 'lp.GlobalArg("n", np.int32), "..."'
refuse '"a"'
refuse '"a", "out"], compat="loopy", seq_dependencies=[1'
refuse '"a", "out"], seq_dependencies="yes", lang_version=["x"'
refuse '"a", "out"], silenced_warnings=["x"'
