lpopt reduce examples/fill.f90 -p 'split_iname("i", 4)'
echo "exit code $?"
lpopt reduce examples/fill.f90
echo "exit code $?"
echo "lpir 1 kernel" > "$OUT/bad.lpir"
lpopt reduce "$OUT/bad.lpir" -o "$OUT/out.lpir"
echo "exit code $?"
lpopt reduce examples/fill.f90 --tries many
echo "exit code $?"
ls "$OUT"
