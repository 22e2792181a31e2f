# Imaginary literals, and parameters that are fixed at complex and at real numbers.
cat > "$OUT/wave.py" <<'TEXT'
knl = lp.make_kernel(
    "{ [i] : 0 <= i < n }",
    "out[i] = const*a[i] + half*shift*1j",
    [lp.GlobalArg("a,out", np.complex128, shape="n"), lp.ValueArg("shift", np.float64), "..."],
    fixed_parameters={"const": -0.698j, "half": 0.5, "n": 9}, name="wave")  # 1j
_0, x1j = "not 2.5e-3J", 7
print(2.5 - 1j, (-7.0-1.5j), -0.698j, 2.5e-3J, 1 + 2j, 3*1j - 1, -.5j*2j, "1j", x1j, _0, 1j == 1.0J)
TEXT
lpopt --script "$OUT/wave.py" -o "$OUT/wave.lpir"
cat > "$OUT/same.loopy" <<TEXT
args a, out : complex128[9]
args shift : float64
{ [i] : 0 <= i < 9 }
out[i] = -0.698j*a[i] + 0.5*shift*1j
TEXT
lprun "$OUT/wave.lpir" --set n=9 --set shift=0.25 --against "$OUT/same.loopy" | tail -1
# A value in a template, and places behind a literal.
printf 'unit = 1j\ndef turned(x):\n    return 1j*x\n' > "$OUT/turn.star"
cat > "$OUT/loads.py" <<TEXT
load("turn.star", "turned", "unit")
k = lp.make_kernel("{ [i] : 0 <= i < n }", "out[i] = 2*a[i]")
print(turned(2j), turned(2j) == -2 + 0j, unit)
TEXT
lpopt --script "$OUT/loads.py" -o "$OUT/loads.lpir"
echo 'print(1j, missing)' >> "$OUT/loads.py"
lpopt --script "$OUT/loads.py"
# A declared type holds; what counts something is an integer.
wrong() {
    printf 'k = lp.make_kernel("{ [i] : 0 <= i < n }", "out[i] = c*a[i]", [lp.GlobalArg("a,out", "c8", shape="n"), %s"..."], fixed_parameters=%s)\n' \
        "$1" "$2" > "$OUT/wrong.py"
    lpopt --script "$OUT/wrong.py"
}
wrong '' '{"c": 1.5j}' | grep 'arg\|insn'
wrong 'lp.ValueArg("c", "c16"), ' '{"c": 1.5}' | grep 'arg\|insn'
wrong 'lp.ValueArg("c", "f8"), ' '{"c": 1j}'
wrong 'lp.ValueArg("c", "i4"), ' '{"c": 1.5}'
wrong '' '{"n": 1j}'
wrong '' '{"d": 1j}'
wrong '' '{"c": 1e999j}'
wrong '' '{"c": 2}); k = lp.fix_parameters(k, n=1j'
wrong '' '{"c": 1j/2}'
