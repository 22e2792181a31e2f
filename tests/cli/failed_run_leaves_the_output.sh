echo "precious" > "$OUT/old.lpir"
lpopt examples/dgemm.f90 -p 'split_iname("q", 16)' -o "$OUT/old.lpir" 2> /dev/null
echo "exit code $?"
cat "$OUT/old.lpir"
ls "$OUT"
