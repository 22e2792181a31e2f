# The integer nearest to a number has no meaning in a field: the report says what was run instead.
cat > "$OUT/k.lpir" <<TEXT
lpir 1

kernel @index {
  arg n : i32
  arg a : f64[n + 1] in
  arg k : i32[n + 1] inout
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: k[i + 1] = k[i] + nint(a[i])  in(i) time(i)
}
TEXT
cd "$OUT"
lpopt bisect k.lpir -p 'split_iname("i", 2); prioritize_loops("i_inner, i_outer", unchecked=True)'
echo "exit code $?"
