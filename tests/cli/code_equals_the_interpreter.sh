# Code that names positions and puts loops under conditions computes what the interpreter does.
cat > "$OUT/carried.loopy" <<SOURCE
# A loop is guarded by the condition of what it stores; but the next iteration of \`o\` reads the scalar of this one.
options order(text)
args m, n : int32
args x : float64[n]
args out : float64[m, n]
{ [o, i] : 0 <= o < m and 0 <= i < n }
for o, i
  out[o, i] = t {id=a, if=o > 0}
  <> t = x[i]*(o+1) {id=b}
end
SOURCE
cat > "$OUT/carried_array.loopy" <<SOURCE
options order(text)
args m : int32
args x : float64[4]
args out : float64[m, 4]
temps t : float64[4] private
{ [o, i] : 0 <= o < m and 0 <= i < 4 }
for o, i
  out[o, i] = t[i] {id=a, if=o > 0}
  t[i] = x[i]*(o+1) {id=b}
end
SOURCE
cat > "$OUT/own.loopy" <<SOURCE
# Here the scalar belongs to one iteration, and the loop may be guarded though the condition varies.
options order(text)
args m, n : int32
args x : float64[n]
args out : float64[m, n]
{ [o, i] : 0 <= o < m and 0 <= i < n }
for o, i
  <> t = x[i]*(o+1) {id=b, if=o > 0}
  out[o, i] = t {id=a, if=o > 0}
end
SOURCE
cat > "$OUT/named.loopy" <<SOURCE
# The position near which two elements of \`a\` lie is no part of a subscript of \`d\`: rows are added to it.
args n : int32
args a : float64[4, 2*n+2]
args d : float64[2*n, n]
args y : float64[n, n]
{ [i, j] : 0 <= i, j < n }
y[i, j] = a[3, i + j] + a[3, i + j + 1]*d[i + j, j]
SOURCE
cat > "$OUT/named_in_row_0.loopy" <<SOURCE
args n : int32
args a : float64[4, 2*n+2]
args d : float64[2*n, n]
args y : float64[n, n]
{ [i, j] : 0 <= i, j < n }
y[i, j] = a[0, i + j] + a[0, i + j + 1]*d[i + j, j] + a[1, i + j + 2]*d[i + j + 1, j]
SOURCE
for name in carried carried_array own named named_in_row_0; do
    echo "== $name"
    case $name in
        carried | own) sizes=m=4,n=5 ;;
        carried_array) sizes=m=4 ;;
        *) sizes=n=5 ;;
    esac
    lptranslate "$OUT/$name.loopy" -o "$OUT/$name.lpir"
    lprun "$OUT/$name.lpir" --device opencl --set "$sizes" --against "$OUT/$name.lpir" 2>&1 | tail -2
    lpopt "$OUT/$name.lpir" -p 'auto_parallel()' -o "$OUT/parallel.lpir" 2>/dev/null &&
        lprun "$OUT/parallel.lpir" --device opencl --set "$sizes" --against "$OUT/$name.lpir" 2>&1 | tail -2
done
echo "== barriers in both branches of slabs, from which PoCL 3.1 made something else"
cat > "$OUT/slabs.loopy" <<SOURCE
args n, m : int32
args a : float64[n, m]
args b : float64[m]
args c : float64[n, m] layout(f)
assume n >= 1 and m >= 1
{ [i, j, k] : 0 <= i < n and 0 <= j < m and 0 <= k < m }
<> t = sum(k, a[i, k]*b[k]) {id=t}
c[i, j] = a[i, j]*t + b[m - 1 - j] {id=s,dep=t}
SOURCE
lpopt "$OUT/slabs.loopy" -o "$OUT/slabs.lpir" -p 'split_iname("i", 3, outer_tag="g.0", inner_tag="l.0", slabs=(0, 1))
    split_iname("j", 5, outer_tag="g.1", inner_tag="l.1")
    split_iname("k", 3, inner_tag="l.2")'
lprun "$OUT/slabs.lpir" --device opencl --set n=8,m=16 --against "$OUT/slabs.loopy" 2>&1 | tail -2
echo "== the code"
lptranslate "$OUT/own.lpir" --to c | sed -n '/^void/,$p'
lptranslate "$OUT/named_in_row_0.lpir" --to c | sed -n '/^void/,$p'
