# ISPC: groups are tasks, work items along the first axis the instances of a program. No compiler reads it here.
cat > "$OUT/blur.loopy" <<TEXT
kernel blur
args u, v : float64[n + 2, m]
args w : float32[m]
{ [i, j, k] : 0 <= i < n and 0 <= j < m and 0 <= k < 3 }
<> t = sum(k, u[i + k, j])
v[i, j] = 0.1*t + max(w[j], 0.5)
TEXT
lpopt "$OUT/blur.loopy" -p 'split_iname("j", 8, inner_tag="l.0", outer_tag="g.0"); tag_inames("i: g.1")' -o "$OUT/blur.lpir"
lptranslate "$OUT/blur.lpir" --to ispc --no-line-map
lptranslate "$OUT/blur.lpir" -o "$OUT/blur.ispc" && ls "$OUT"
# Without work items one instance of the program does the work; two launches wait for each other.
cat > "$OUT/two.loopy" <<TEXT
kernel two
args a, b : int32[n]
{ [i] : 0 <= i < n }
{ [j] : 0 <= j < n }
a[i] = i // 3
... gbarrier
b[j] = a[n - 1 - j]
TEXT
lpopt "$OUT/two.loopy" -p 'tag_inames("i: g.0")' -o "$OUT/two.lpir"
lptranslate "$OUT/two.lpir" --to ispc --no-line-map
# What is not there.
cat > "$OUT/meets.loopy" <<TEXT
kernel meets
args a, b : float32[16*n]
{ [g, i, j] : 0 <= g < n and 0 <= i, j < 16 }
<> t[i] = a[16*g + i]
b[16*g + j] = t[15 - j]
TEXT
lpopt "$OUT/meets.loopy" -p 'tag_inames("g: g.0, i: l.0, j: l.0")' -o "$OUT/meets.lpir"
lptranslate "$OUT/meets.lpir" --to ispc
sed 's/0.1\*t/atan2(t, tgamma(t))/' "$OUT/blur.loopy" > "$OUT/gamma.loopy"
lptranslate "$OUT/gamma.loopy" --to ispc
