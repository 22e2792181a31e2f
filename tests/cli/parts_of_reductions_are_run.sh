# A kernel whose work items share a reduction computes the same on the interpreter before and after it is lowered.
cat >"$OUT/sum.lpir" <<'K'
lpir 1

kernel @sum {
  arg n : i32
  arg a : i32[n] in
  arg b : i32[1] out
  temp t : i32 auto
  domain [n] -> { [j] : 0 <= j < n }
  s: t = sum(j, a[j])  in() time(0)
  r: b[0] = 2*t  in() time(1)
}
K
lpopt "$OUT/sum.lpir" -p 'split_iname("j", 3, inner_tag="l.0"); realize_reduction()' -o "$OUT/parts.lpir"
for n in 0 1 8; do
    lprun "$OUT/parts.lpir" --set n=$n --device interp --against | tail -1
done
lpopt "$OUT/sum.lpir" -p 'split_iname("j", 3, inner_tag="l.0"); realize_reduction(); split_iname("j_outer_0", 2)' --verify-each | grep -c '^kernel'
