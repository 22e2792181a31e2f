# A step that is taken on trust, and wrong; the first one is right.
cat > "$OUT/stencil.lpir" <<TEXT
lpir 1

kernel @stencil {
  arg n : i32
  arg a : f64[n + 1, n + 1] inout
  domain [n] -> { [j] : 1 <= j < n }
  domain [n] -> { [i] : 0 <= i < n }
  iname j
  iname i
  s: a[j, i] = a[j - 1, i + 1] + 1.0  in(j, i) time(j, i)
}
TEXT
cd "$OUT"
lpopt stencil.lpir -p 'split_iname("i", 4); prioritize_loops("i_outer, i_inner, j", unchecked=True)' --verify-each=interp -o out.lpir
echo "exit code $?"
ls
head -n 1 lpopt-reproducer.lpir
lpopt stencil.lpir -p 'split_iname("i", 4)' --verify-each=interp -o out.lpir && echo "the right step alone"
