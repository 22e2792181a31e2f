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
# Separate parts need numbers: of parts, and of what a part holds.
for declared in 'f64[0, 4] layout(sep, N0)' 'f64[4, ?] layout(sep, N0)' 'f64[129, n] layout(sep, N0)' 'f64[-1] layout(sep)' 'f64[2, n] layout(sep, N1)' 'f64[2, n] layout(sep, seq)'; do
    printf 'lpir 1\n\nkernel @parts {\n  arg n : i32\n  arg a : %s in\n  arg b : f64[128] layout(sep) in\n  temp c : f64[9] layout(sep) local\n}\n' "$declared" > "$OUT/parts.lpir"
    lptranslate "$OUT/parts.lpir"
done
