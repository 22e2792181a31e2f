echo "lpir 1 kernel" > "$OUT/bad.lpir"
lpopt bisect "$OUT/bad.lpir"
echo "exit code $?"
lpopt bisect "$OUT/no.lpir"
echo "exit code $?"
lpopt bisect
echo "exit code $?"
lpopt bisect examples/fill.f90 -p 'split_inme("i", 4)'
echo "exit code $?"
printf 'x = 1 +\n' > "$OUT/bad.star"
lpopt bisect examples/fill.f90 --script "$OUT/bad.star"
echo "exit code $?"
