set -e
lptranslate examples/dgemm.f90 -o "$OUT/dgemm.lpir"
lpopt examples/dgemm.f90 -o "$OUT/tiled.lpir" --emit-pipeline "$OUT/passes.txt"
cat "$OUT/passes.txt"
lpopt --pipeline "$OUT/passes.txt" "$OUT/dgemm.lpir" | cmp - "$OUT/tiled.lpir"
head -n 3 "$OUT/passes.txt" > "$OUT/first.txt"
tail -n +4 "$OUT/passes.txt" > "$OUT/second.txt"
lpopt --pipeline "$OUT/first.txt" < "$OUT/dgemm.lpir" --from lpir - | lpopt --pipeline "$OUT/second.txt" --from lpir - | cmp - "$OUT/tiled.lpir"
lptranslate "$OUT/tiled.lpir" -o "$OUT/dgemm.cl"
ls "$OUT"
lprun "$OUT/tiled.lpir" --device interp --set m=17,n=9,l=33,alpha=2.0 --against "$OUT/dgemm.lpir"
lprun "$OUT/tiled.lpir" --device interp --set m=17,n=9,l=33,alpha=2.0 --against
