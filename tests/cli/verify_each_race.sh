# Somebody took the barrier out of a loop tree: both instances of the race are named.
cat > "$OUT/k.lpir" <<TEXT
lpir 1

kernel @reverse {
  arg a : f64[8] inout
  arg t : f64[8] inout
  domain { [i] : 0 <= i <= 7 }
  domain { [j] : 0 <= j <= 7 }
  iname i
  iname j
  s: t[i] = a[i]  in(i)
  u: a[j] = t[7 - j]  in(j) after(s)
}
TEXT
cd "$OUT"
lpopt k.lpir -p 'tag_inames("i:l.0, j:l.0"); infer_types(); resolve_address_spaces(); schedule(); insert_barriers(); insert_guards()' -o tree.lpir
grep -v barrier tree.lpir > tampered.lpir
lpopt tampered.lpir --verify-each=interp
echo "exit code $?"
