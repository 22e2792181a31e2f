# Programs read what people read as text.
cd "$OUT"
cat > stencil.lpir <<TEXT
lpir 1
kernel @stencil {
  arg n : i32
  arg a : f64[n + 1, n + 1] inout
  domain [n] -> { [j] : 1 <= j < n }
  domain [n] -> { [i] : 0 <= i < n }
  s: a[j, i] = a[j - 1, i + 1] + 1.0  in(j, i) time(j, i)
}
TEXT
lpopt bisect stencil.lpir --message-format json -p 'split_iname("i", 4); prioritize_loops("i_outer, i_inner, j")'
echo "exit code $?"
lpopt bisect stencil.lpir --message-format json -p 'split_iname("i", 4)'
echo "exit code $?"
lpopt reduce - --message-format json -p 'split_iname("q", 4)' -o reduced.lpir < stencil.lpir
echo "exit code $?"
cat reduced.lpir
