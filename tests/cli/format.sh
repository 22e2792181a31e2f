cat > "$OUT/k.lpir" <<TEXT
lpir 1
# scales a vector
kernel @k {
  arg n : i32   # its length
  arg a : f64[n]   inout
  domain [n]->{[i]:0<=i<n}
  s:a[i]=2*a[i] in(i)
}
TEXT
lpopt fmt --check "$OUT/k.lpir"
echo "exit code $?"
lpopt fmt "$OUT/k.lpir"
cat "$OUT/k.lpir"
lpopt fmt --check "$OUT/k.lpir"
