# Sums of products by their subscripts, and subscripts that say nothing.
cat > "$OUT/product.py" <<TEXT
import loopy as lp
knl = lp.make_einsum("ik, kj -> ij", ["A", "B"], default_order="F")
knl = lp.add_dtypes(knl, {"A": np.float32, "B": np.float32})
TEXT
lpopt --script "$OUT/product.py"
lpopt --script "$OUT/product.py" | lprun - --set Ni=3,Nj=4,Nk=0 --device interp
printf 'knl = lp.make_einsum("ii,j,->", ("a", "b", "c"), name="trace")\n' > "$OUT/trace.py"
lpopt --script "$OUT/trace.py"
printf 'knl = lp.make_einsum("ij->ji", ("a",))\n' > "$OUT/turned.py"
lpopt --script "$OUT/turned.py"
printf 'knl = lp.make_einsum("i,j->ij", ("a",))\n' > "$OUT/names.py"
lpopt --script "$OUT/names.py"
printf 'knl = lp.make_einsum("i,j", ("a", "b"))\n' > "$OUT/result.py"
lpopt --script "$OUT/result.py"
printf 'knl = lp.make_einsum("ij->ii", ("a",))\n' > "$OUT/twice.py"
lpopt --script "$OUT/twice.py"
printf 'knl = lp.make_einsum("ij->ik", ("a",))\n' > "$OUT/new.py"
lpopt --script "$OUT/new.py"
printf 'knl = lp.make_einsum("i...->i", ("a",))\n' > "$OUT/dots.py"
lpopt --script "$OUT/dots.py"
