# What a rule is given as a literal is computed as if it were written out.
cat > "$OUT/literals.lpir" <<TEXT
lpir 1

kernel @literals {
  arg a : i32[2] in
  arg o, p : f64[2] out
  domain { [i] : 0 <= i < 2 }
  rule r(x) := 0.1*x
  s: o[i] = (a[i] + 1)*r(1000001)  in(i)
  t: p[i] = (a[i] + 1)*(0.1*1000001)  in(i)
}
TEXT
lprun "$OUT/literals.lpir" --device interp --out o="$OUT/o.npy" --out p="$OUT/p.npy" && cmp "$OUT/o.npy" "$OUT/p.npy" && echo the same
# Nor does a call give a number to an argument that does not hold it.
cat > "$OUT/merged.py" <<TEXT
f = lp.make_function(
    "{ [j] : 0 <= j < 4 }", "x[j] = y[3 - j] + s",
    ["x, y : float64[4]", lp.ValueArg("s", np.int8)], name="f")
knl = lp.make_kernel("{ [i] : 0 <= i < 4 }", "[i]: a[i] = f([i]: b[i], 300)", ["a, b : float64[4]"], name="caller")
knl = lp.merge([knl, f])
TEXT
lpopt --script "$OUT/merged.py"
