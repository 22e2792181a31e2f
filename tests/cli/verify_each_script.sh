# Each step of a script that makes several kernels is judged on the kernel that it changes.
cat > "$OUT/two.py" <<TEXT
a = lp.make_kernel("{ [i] : 0 <= i < n }", "x[i] = 2*y[i]", name="first")
b = lp.make_kernel("{ [i] : 0 <= i < n }", "z[i] = y[i] + 1", name="second")
a = lp.split_iname(a, "i", 8)
b = lp.split_iname(b, "i", 4)
c = lp.tag_inames(b, "i_outer: g.0")
RESULT = [a, c]
TEXT
lpopt --script "$OUT/two.py" --verify-each=interp --emit-pipeline - -o "$OUT/two.lpir"
grep -E "^kernel|iname" "$OUT/two.lpir"
cat > "$OUT/wrong.py" <<TEXT
a = lp.make_kernel("{ [i] : 0 <= i < n }", "x[i] = 2*y[i]", name="first")
b = lp.make_kernel("{ [i, j] : 1 <= i < n and 0 <= j < n }", "z[i, j] = z[i - 1, j + 1] + 1", ["z : float64[n, n + 1]", "..."],
    name="second", order="text")
a = lp.split_iname(a, "i", 8)
b = lp.prioritize_loops(b, "j,i", unchecked=True)
RESULT = [a, b]
TEXT
cd "$OUT"
lpopt --script wrong.py --verify-each=interp -o out.lpir
echo "exit code $?"
