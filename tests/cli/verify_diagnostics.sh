cat > "$OUT/cases.lpir" <<TEXT
lpir 1

kernel @good {
  arg a : f64[4] inout
  domain { [i] : 0 <= i <= 3 }
  iname i
  s: a[i] = 2.0*a[i]  in(i)
}
# -----
lpir 1

kernel @bad {
  arg a : f64[4] inout
  domain { [i] : 0 <= i <= 3 }
  iname i
  # expected-error@+1 {{unknown type}}
  arg b : f65
  # expected-error@+1 {{something else}}
  s: a[i] = 2.0*a[i]  in(i)
}
TEXT
lpopt --split-input-file --verify-diagnostics "$OUT/cases.lpir"
