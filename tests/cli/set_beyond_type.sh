# A number that the type of an argument does not have is wrong usage; infinity is a number.
cat > "$OUT/k.lpir" <<TEXT
lpir 1

kernel @k {
  arg f : f32
  arg d : f64
  arg a : f32[1] out
  arg b : f64[1] out
  s: a[0] = f  in()
  t: b[0] = d  in()
}
TEXT
lprun "$OUT/k.lpir" --device interp --set f=1e39 --set d=1e309
lprun "$OUT/k.lpir" --device interp --set f=3.4028235e38 --set d=1e39
lprun "$OUT/k.lpir" --device interp --set f=-inf --set d=nan
