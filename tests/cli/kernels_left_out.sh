# A kernel that cannot be lowered as it stands is left out with a warning, and the others of its file are written.
cat > "$OUT/two.lpir" <<TEXT
lpir 1

kernel @unrolled {
  arg n : i32
  arg a : f64[n] inout
  domain [n] -> { [i] : 0 <= i < n }
  iname i : unr
  s: a[i] = 2.0*a[i] in(i)
}

kernel @ok {
  arg n : i32
  arg x : f32[n] inout
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: x[i] = x[i] + 1.0 in(i)
}
TEXT
lptranslate "$OUT/two.lpir" --to c --no-line-map | tail -n 12
