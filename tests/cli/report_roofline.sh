# The roofline of a report: what each step does at sizes, what a device takes at least, and what a search measured.
cd "$OUT"
cat > mm.loopy <<'K'
kernel mm
args n : int32
args A, B, C : float32[n, n]
{ [i, j, k] : 0 <= i, j, k < n }
C[i, j] = sum(k, A[i, k]*B[k, j])
K
cat > mm.txt <<'K'
tune block in [4, 8]
assume("n mod 8 = 0 and n >= 8")
split_iname("i", block, outer_tag="g.1", inner_tag="l.1")
split_iname("j", block, outer_tag="g.0", inner_tag="l.0")
split_iname("k", block)
add_prefetch("A", "i_inner,k_inner", default_tag="l.auto")
K
cat > device.json <<'K'
{ "device": "a device", "bytes_per_second": 1e9, "operations_per_second": { "float32": 1e10 } }
K
report() { # ARGUMENTS..
    echo "-- $*"
    rm -f page.html
    lpopt mm.loopy --report page.html -o mm.lpir --message-format short "$@"
    echo "exit code $?"
    [ ! -e page.html ] || python3 "$OLDPWD/tests/report/told.py" page.html || echo "the report is wrong"
}
# n = 16: 2*16^3 operations, 3*16^2*4 bytes at least; without the fetch 2*16^3 loads and 16^2 stores of 4 bytes,
# with it 16^3*(1 + 1/4) loads.
report --pipeline mm.txt --size n=16 --device-description device.json
report --pipeline mm.txt --size n=16
report --pipeline mm.txt --size n=12
report --pipeline mm.txt --size m=12
report --pipeline mm.txt --size n
report --pipeline mm.txt --device-description nothing.json
report --pipeline mm.txt --device-description device.json
lprun tune mm.loopy --pipeline mm.txt --into found --set n=8 --device interp >told 2>&1 || cat told
report --pipeline mm.txt --tuned found --set block=4 --device-description device.json
report --pipeline mm.txt --tuned found --set block=4 --size n=16 --device-description device.json
sed -i 's/A\[i, k\]\*B/B/' mm.loopy
report -p 'split_iname("k", 4)' --tuned found --set block=4
report -p 'block = 4; split_iname("k", block)' --tuned found --set block=4 --size n=8
rm found/journal.jsonl
report --pipeline mm.txt --tuned found --set block=4
cat > fixed.loopy <<'K'
{ [i] : 0 <= i < 8 }
b[i] = a[2*i]
K
cp fixed.loopy mm.loopy
report --device-description device.json
echo "-- sizes of nothing"
lpopt mm.loopy --size n=8 --message-format short
