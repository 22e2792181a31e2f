# Templates: what they do is what the same calls would do, and can be read.
cat > "$OUT/product.star" <<TEXT
load("@lib/gemm.star", "gemm")
knl = lp.make_kernel("{ [i,j,k] : 0 <= i,j,k < n }", "c[i,j] = sum(k, a[i,k]*b[k,j])", name="product",
    assumptions="n mod 16 = 0 and n >= 16")
knl = lp.add_dtypes(knl, {"a": "float64", "b": "float64"})
knl = gemm(knl, "i", "j", "k", "a", "b", block=(8, 16, 4), item=(4, 4), run=2, pad=2)
TEXT
lpopt --script "$OUT/product.star" --check -o "$OUT/product.lpir" --emit-pipeline "$OUT/steps.txt"
cat "$OUT/steps.txt"
lprun "$OUT/product.lpir" --device interp --set n=32 --against
sed 's/pad=2)/pad=2, ahead=True)/' "$OUT/product.star" > "$OUT/ahead.star"
lpopt --script "$OUT/ahead.star" --check -o "$OUT/ahead.lpir" --emit-pipeline "$OUT/steps.txt"
grep pipeline_buffer "$OUT/steps.txt"
lprun "$OUT/ahead.lpir" --device interp --set n=32 --against
sed 's/pad=2)/pad=2, height=3)/' "$OUT/product.star" > "$OUT/ordered.star"
lpopt --script "$OUT/ordered.star" --check -o "$OUT/ordered.lpir" --emit-pipeline "$OUT/steps.txt"
grep group_order "$OUT/steps.txt"
lprun "$OUT/ordered.lpir" --device interp --set n=32 --against

sed 's/"n mod 16 = 0 and n >= 16"/"n mod 32 = 0 and n >= 32"/; s/"gemm"/"gemm_mma"/; s/= gemm(/= gemm_mma(/; s/block=.*/block=(32, 16, 8), warp=(16, 16), ahead=True)/' "$OUT/product.star" > "$OUT/units.star"
lpopt --script "$OUT/units.star" --check -o "$OUT/units.lpir" --emit-pipeline "$OUT/steps.txt"
cat "$OUT/steps.txt"
lptranslate "$OUT/units.lpir" --to opencl --no-line-map | grep lp_mma_16x8x8
lprun "$OUT/units.lpir" --device interp --set n=32 --against

cat > "$OUT/grid.star" <<TEXT
load("@lib/stencil.star", "stencil")
knl = lp.make_kernel("{ [i,j,k] : 1 <= i,j,k <= n }",
    "v[i,j,k] = u[i-1,j,k] + u[i+1,j,k] + u[i,j-1,k] + u[i,j+1,k] + u[i,j,k-1] + u[i,j,k+1]",
    [lp.GlobalArg("u,v", "float32", shape="n+2, n+2, n+2"), ...], name="grid")
knl = stencil(knl, "i", "j", "k", items=(2, 4), planes=2, points=2)
TEXT
lpopt --script "$OUT/grid.star" --check -o "$OUT/grid.lpir"
lprun "$OUT/grid.lpir" --device interp --set n=9 --against

cat > "$OUT/total.star" <<TEXT
load("@lib/reduce.star", "reduce")
knl = lp.make_kernel("{ [k] : 0 <= k < n }", "s[0] = sum(k, a[k])", name="total")
knl = lp.add_dtypes(knl, {"a": "float64"})
knl = reduce(knl, "k", groups=4, items=8)
TEXT
lpopt --script "$OUT/total.star" --check -o "$OUT/total.lpir"
lprun "$OUT/total.lpir" --device interp --set n=100 --exact --against

cat > "$OUT/other.star" <<TEXT
load("@lib/fft.star", "fft")
TEXT
lpopt --script "$OUT/other.star"
