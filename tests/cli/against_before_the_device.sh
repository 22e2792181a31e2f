# A subscript outside of its array is said with its instance, before a device gets to run it.
cat > "$OUT/shifted.lpir" <<'END'
lpir 1

kernel @shifted {
  arg n : i32
  arg offset : i32
  arg a : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: a[i + offset] = 1.0  in(i)
}
END
lpopt "$OUT/shifted.lpir" -p 'split_iname("i", 4)' -o "$OUT/split.lpir"
lprun "$OUT/split.lpir" --against --device opencl --set n=8 --set offset=2
lprun "$OUT/split.lpir" --against --device opencl --set n=8 --set offset=0 | tail -2
