# No output replaces what the run reads, or another output.
cd "$OUT"
cat > k.lpir <<TEXT
lpir 1
kernel @k {
  arg n : i32
  arg a : f64[n] inout
  domain [n] -> { [i] : 0 <= i < n }
  a[i] = 2*a[i]  in(i)
}
TEXT
echo 'split_iname("i", 4)' > calls.txt
cp k.lpir before.lpir
lpopt k.lpir --pipeline calls.txt -o ./k.lpir
echo "exit code $?"
lpopt k.lpir --pipeline calls.txt --to lpir -o calls.txt
echo "exit code $?"
lpopt k.lpir --pipeline calls.txt --emit-pipeline calls.txt -o new.lpir
echo "exit code $?"
lpopt k.lpir --pipeline calls.txt --emit-pipeline new.lpir -o ./new.lpir
echo "exit code $?"
lpopt k.lpir --pipeline calls.txt --emit-pipeline -
echo "exit code $?"
lpopt reduce k.lpir -p 'split_iname("q", 4)' -o k.lpir
echo "exit code $?"
lprun k.lpir --device interp --set n=4 --out a=k.lpir
echo "exit code $?"
# One output that cannot be written takes the other with it.
lpopt k.lpir --pipeline calls.txt --emit-pipeline no/such/calls.txt -o new.lpir
echo "exit code $?"
cmp k.lpir before.lpir && cat calls.txt && ls
