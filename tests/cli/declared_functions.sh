# Functions that a kernel declares: with a formula, and in the text of C that comes with the kernel; what is no operation of
# reductions is told with values that show it.
cat > "$OUT/k.py" <<TEXT
knl = lp.make_kernel("{ [i, k] : 0 <= i < n and 0 <= k < 128 }", """
    function join(a: float64, b: float64) : float64 neutral 0.0 := a + b + a*b
    function wave(a: float64) : float64
    m[i] = join(k, 0.01*wave(x[i, k]))
    """, ["x : float64[n, 128]", "m : float64[n]", "..."], name="waves",
    preambles=[("20_wave", "static inline double wave(double x) { return twice(x) - x*x; }"),
               ("10_twice", "static inline double twice(double x) { return 2*x; }")])
knl = lp.tag_inames(knl, {"i": "g.0"})
knl = lp.split_iname(knl, "k", 32, inner_tag="l.0")
TEXT
lpopt --script "$OUT/k.py" -o "$OUT/k.lpir"
lptranslate "$OUT/k.lpir" -o "$OUT/k.cl"
sed -n '/wave\|join/p' "$OUT/k.cl"
cat > "$OUT/same.loopy" <<TEXT
kernel waves
args x : float64[n, 128]
args m : float64[n]
args n
function wave(a: float64) : float64 := 2*a - a*a
{ [i, k] : 0 <= i < n and 0 <= k < 128 }
m[i] = product(k, 1 + 0.01*wave(x[i, k])) - 1
TEXT
lprun "$OUT/k.lpir" --device opencl --set n=3 --against "$OUT/same.loopy" | tail -1
! lprun "$OUT/k.lpir" --device interp --set n=3
for formula in "a - b" "2*max(a, b)" "max(abs(a), abs(b))"; do
    printf '%s\n' 'kernel k' "function f(a: float64, b: float64) : float64 neutral 0.0 := $formula" \
        '{ [k] : 0 <= k < 9 }' 's = f(k, x[k])' > "$OUT/f.loopy"
    ! lptranslate "$OUT/f.loopy" -o "$OUT/f.lpir"
done
