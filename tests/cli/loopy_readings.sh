# What Loo.py reads in its own way means here what it means there.
against() {
    lprun "$OUT/$1.loopy" --exact $3 --against "$OUT/$2.loopy" | grep -e agrees -e differs
}
cat > "$OUT/products.loopy" <<TEXT
args p, q, r, o, u, v : int32[n]
args n
{ [i] : 0 <= i < n }
o[i] = p[i]*q[i]//(r[i]*r[i] + 2)
u[i] = 3*p[i]*q[i]%5*2
v[i] = p[i]//2*q[i]//3
TEXT
cat > "$OUT/apart.loopy" <<TEXT
args p, q, r, o, u, v : int32[n]
args n
{ [i] : 0 <= i < n }
o[i] = p[i]*(q[i]//(r[i]*r[i] + 2))
u[i] = 3*p[i]*(q[i]%5)*2
v[i] = (p[i]//2)*(q[i]//3)
TEXT
against products apart "--set n=7"
# The last of equal values.
cat > "$OUT/extrema.loopy" <<TEXT
args most, least : float64[1]
args at : int32[2]
temps x : float64[6] = [3, 5, 1, 5, 1, 3]
{ [i] : 0 <= i < 6 }
most[0], at[0] = argmax(i, x[i], i) {id=first}
least[0], at[1] = argmin(i, x[i], i) {dep=first}
TEXT
cat > "$OUT/known.loopy" <<TEXT
args most, least : float64[1]
args at : int32[2]
most[0] = 5
least[0] = 1
at[0] = 3
at[1] = 4
TEXT
against extrema known
# One loop, whatever stands between its statements: each iteration of the second sum reads what the same iteration wrote.
cat > "$OUT/text.loopy" <<TEXT
options order(text)
args a, b : float64[1]
args z : float64[1]
{ [i] : 0 <= i < 4 }
<> t[0] = 2*i + 2
a[0] = a[0] + t[0]
z[0] = 3
b[0] = b[0] + t[0]
TEXT
cat > "$OUT/sums.loopy" <<TEXT
args a, b : float64[1]
args z : float64[1]
a[0] = a[0] + 20
b[0] = b[0] + 20
z[0] = 3
TEXT
for device in interp opencl; do lprun "$OUT/text.loopy" --device $device --exact --against "$OUT/sums.loopy" | grep -e agrees -e differs; done
lpopt "$OUT/text.loopy" -p 'split_iname("i", 2)' -o "$OUT/split.lpir"
lprun "$OUT/split.lpir" --exact --against | grep -e agrees -e differs
