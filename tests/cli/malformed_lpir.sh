cat > "$OUT/bad.lpir" <<TEXT
lpir 1

kernel @k {
  arg n : i33
  arg a : f64[n] inout
  domain [n] -> { [i] : 0 <= i < n
  iname i
  s: a[i] = (a[i] + 1  in(i)
  t: a[i] = b[i]  in(i) aftr(s)
}
TEXT
lpopt "$OUT/bad.lpir"
