cat > "$OUT/big.lpir" <<TEXT
lpir 1

kernel @big {
  arg a : f64[64] inout
  temp t : f64[100000000] local
  domain { [i] : 0 <= i <= 63 }
  iname i : l.0
  s: t[i] = a[i]  in(i)
  u: a[i] = 2.0*t[i]  in(i) after(s)
}
TEXT
# The name of a device may be long enough to break the message's line.
lprun "$OUT/big.lpir" --device opencl --message-format short 2>&1 | sed 's/and `.*` has [0-9]*/and DEVICE has N/'
