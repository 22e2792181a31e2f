# The steps are verified, but what they lead to cannot become code: that is said.
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
lpopt stencil.lpir -p 'tag_inames("i:g.0")' --verify-each=interp -o out.lpir
echo "exit code $?"
lpopt stencil.lpir -p 'split_iname("i", 4)' --verify-each=interp -o out.lpir
echo "exit code $?"
