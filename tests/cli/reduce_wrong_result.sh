cat > "$OUT/k.lpir" <<TEXT
lpir 1

kernel @k {
  arg n : i32
  arg a : f64[n + 1, n + 1] inout
  arg b : f64[n] in
  arg c : f64[n] inout
  temp t : f64
  domain [n] -> { [j] : 1 <= j < n }
  domain [n] -> { [i] : 0 <= i < n }
  domain [n] -> { [l] : 0 <= l < n }
  domain [n] -> { [k] : 0 <= k < n }
  iname j
  iname i
  iname l
  iname k
  before: c[l] = b[l] + sum(k, b[k])  in(l) time(0, l)
  s: a[j, i] = sin(b[i])*a[j - 1, i + 1] + 2.0*b[j] + 1.0  in(j, i) time(1, j, i)
  u: a[0, k] = b[k]  in(k) time(2, k) if(b[k] > 0.0)
}
TEXT
cd "$OUT"
lpopt reduce k.lpir -p 'split_iname("l", 16); tag_inames("l_inner:l.0"); split_iname("i", 32); prioritize_loops("i_outer, i_inner, j", unchecked=True); rename_iname("k", "kk")' -o small.lpir
echo "exit code $?"
cat small.lpir
echo "it fails still:"
lpopt bisect small.lpir -p "$(head -n 1 small.lpir | sed 's/# RUN: //')"
