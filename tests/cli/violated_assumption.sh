lpopt examples/fill.f90 -p 'assume("n mod 16 = 0")' -o "$OUT/fill.lpir" 2> /dev/null
lprun "$OUT/fill.lpir" --device interp --set n=32,a=1.5
lprun "$OUT/fill.lpir" --device interp --set n=20,a=1.5
