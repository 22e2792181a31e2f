# `-` is standard input and output, for texts and for arrays, and only for one of each.
cd "$OUT"
printf 'args n : int32\nargs a : float64[n]\nargs out : float64[n]\n{ [i] : 0 <= i < n }\nout[i] = 2*a[i]\n' > k.loopy
lprun k.loopy --device interp --set n=4 --exact --out a=a.npy
lprun k.loopy --device interp --in a=- --out out=- < a.npy > out.npy
lprun k.loopy --device interp --in a=a.npy --out out=expected.npy
cmp out.npy expected.npy && ls
echo 'split_iname("i", 4)' | lpopt k.loopy --pipeline - --emit-pipeline - -o /dev/null
lpopt - --from loopy --pipeline - < k.loopy
echo "exit code $?"
lpopt bisect - --from loopy --pipeline - < k.loopy
echo "exit code $?"
lprun - --from loopy --device interp --in a=- < k.loopy
echo "exit code $?"
lprun k.loopy --device interp --in a=- < k.loopy
echo "exit code $?"
lprun k.loopy --device interp --set n=4 --out a=- --out out=- > nothing
echo "exit code $?"
