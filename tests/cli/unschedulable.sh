cat > "$OUT/k.lpir" <<TEXT
lpir 1

kernel @k {
  arg a : f64[4, 4] inout
  arg b : f64[4] inout
  arg c : f64[4] inout
  domain { [i] : 0 <= i <= 3 }
  domain { [j] : 0 <= j <= 3 }
  iname i
  iname j
  s: a[i, j] = 2.0*a[i, j]  in(i, j)
  t: b[i] = 2.0*b[i]  in(i) after(s)
  u: c[j] = 2.0*c[j]  in(j) after(t)
}
TEXT
lptranslate "$OUT/k.lpir" -o "$OUT/k.cl"
ls "$OUT"
