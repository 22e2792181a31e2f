# `diff_kernel` gives a pair, the new kernel and the name of the last derivative, in Loo.py's words for it; what follows is compared with the
# new kernel, also step by step.
cat > "$OUT/derivative.py" <<TEXT
from loopy.transform.diff import diff_kernel
knl = lp.make_kernel("{ [i, j] : 0 <= i, j < n }", ["<> a = 1/(1 + sinh(x[i] + y)**2)", "z[i] = sum(j, exp(a*x[j]))"],
    ["x : float64[n]", "y : float64", "z : float64[n]", "..."], name="potential")
knl = lp.fix_parameters(knl, n=5)
dknl, name = diff_kernel(knl, "z", "x")
dknl = lp.remove_unused_arguments(dknl)
if name != "z_dx":
    fail(name)
RESULT = lp.tag_inames(dknl, "diff_i0:l.0")
TEXT
lpopt --script "$OUT/derivative.py" -o "$OUT/derivative.lpir" --verify-each
cat "$OUT/derivative.lpir"
lprun "$OUT/derivative.lpir" --set n=5 --against | tail -1
# A pipeline needs no pair.
cat > "$OUT/squares.lpir" <<TEXT
lpir 1

kernel @squares {
  arg n : i32
  arg x : f64[n] in
  arg z : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  z: z[i] = x[i]**2  in(i)
}
TEXT
calls='diff_kernel("z", "x"); split_iname("i", 4, outer_tag="g.0")'
lpopt "$OUT/squares.lpir" --passes "$calls" -o "$OUT/tiled.lpir" --verify-each
for n in 0 1 6; do lprun "$OUT/tiled.lpir" --set n=$n --against | tail -1; done
