# Kernels that call kernels: what is made of each program computes what a kernel without calls does.
cat > "$OUT/parts.py" <<TEXT
scaled = lp.make_function("{ [i] : 0 <= i < n }", "y[i] = s*x[i]", [
    lp.ValueArg("n", np.int32), lp.ValueArg("s", np.float64), "x, y : float64[...]"], name="scaled")
extremes = lp.make_function("{ [i] : 0 <= i < n }", ["lo = min(i, x[i])", "hi = max(i, x[i])"], [
    lp.ValueArg("n", np.int32), "x : float64[...]", "lo, hi : float64[]"], name="extremes")
knl = lp.make_kernel("{ [i, j, k] : 0 <= i, j < 8 and 0 <= k < m }", """
    [i]: out[i, k] = scaled(8, 2.5, [j]: a[k, j])
    []: low[k], []: high[k] = extremes(8, [j]: a[k, j])
    """, ["a : float64[m, 8]", "out : float64[8, m]", "low, high : float64[m]", "..."], name="parts")
knl = lp.merge([knl, scaled, extremes])
knl = lp.inline_callable_kernel(knl, "scaled")
knl = lp.rename_callable(knl, "scaled", "times")
print(knl["times"].name, knl["parts"].name)
RESULT = knl
TEXT
cat > "$OUT/parts.loopy" <<TEXT
kernel parts
args a : float64[m, 8]
args out : float64[8, m]
args low, high : float64[m]
args m
{ [i, j, k] : 0 <= i, j < 8 and 0 <= k < m }
out[i, k] = 2.5*a[k, i]
low[k] = min(j, a[k, j])
high[k] = max(j, a[k, j])
TEXT
lpopt --script "$OUT/parts.py" -o "$OUT/parts.lpir"
cat "$OUT/parts.lpir"
for m in 0 1 5; do lprun "$OUT/parts.lpir" --set m=$m --against "$OUT/parts.loopy" | tail -1; done
# Slices, all of an array, an update in place under a condition, and a call in what is called; tags that a call brings along.
cat > "$OUT/slices.py" <<TEXT
twice = lp.make_kernel("{ [i] : 0 <= i < 6 }", "x[i] = 2*x[i]", ["x : float64[6]"], name="twice")
twice = lp.tag_inames(twice, "i:unr")
both = lp.make_kernel("{ [i, j] : 0 <= i, j < 6 }", """
    t[i] = p[i] + 1 {id=t}
    t[:] = twice(t[:]) {id=call, dep=t}
    q[j] = t[j] {dep=call}
    """, ["p, q : float64[6]", lp.TemporaryVariable("t", np.float64, shape=6), "..."], name="both")
knl = lp.make_kernel("{ [k] : 0 <= k < 4 }", """
    for k
        if k > 1
            x[k, :] = twice(x[k, :])
        end
    end
    z[16:0:-3] = both(y[:6])
    w[:, 1] = both(v)
    """, ["x : float64[4, 6]", "y : float64[9]", "z : float64[20]", "v : float64[6]", "w : float64[6, 2]"], name="slices")
RESULT = lp.merge([lp.tag_inames(knl, "k:unr"), lp.merge([both, twice]), twice])
TEXT
cat > "$OUT/slices.loopy" <<TEXT
kernel slices
args x : float64[4, 6]
args y : float64[9]
args z : float64[20]
args v : float64[6]
args w : float64[6, 2]
{ [k, i] : 0 <= k < 4 and 0 <= i < 6 }
{ [j] : 0 <= j < 6 }
x[k, i] = 2*x[k, i] {if=k > 1}
z[16 - 3*j] = 2*(y[j] + 1)
w[j, 1] = 2*(v[j] + 1)
TEXT
lpopt --script "$OUT/slices.py" -o "$OUT/slices.lpir"
lprun "$OUT/slices.lpir" --against "$OUT/slices.loopy" | tail -1
lprun "$OUT/slices.lpir" --device opencl --against "$OUT/slices.loopy" | tail -1 | sed 's/ on .*//'
# Parts are numbered from 0 wherever their sweeps start, and with strides.
cat > "$OUT/starts.py" <<TEXT
twice = lp.make_kernel("{ [i] : 0 <= i < 5 }", "b[i] = 2*a[i]", name="twice")
knl = lp.make_kernel(["{ [i, j] : -5 <= i < 0 and 3 <= j < 8 }", "{ [k] : 0 <= k < 3 }", "[k] -> { [l] : k <= l < k + 5 }"], """
    [i]: y[i + 5] = twice([j]: x[2*j])
    [l]: z[k, l - k] = twice([j]: x[j])
    """, ["x : float64[16]", "y : float64[5]", "z : float64[3, 5]"], name="starts")
RESULT = lp.merge([knl, twice])
TEXT
cat > "$OUT/starts.loopy" <<TEXT
kernel starts
args x : float64[16]
args y : float64[5]
args z : float64[3, 5]
{ [i, k] : 0 <= i < 5 and 0 <= k < 3 }
y[i] = 2*x[2*i + 6]
z[k, i] = 2*x[i + 3]
TEXT
lpopt --script "$OUT/starts.py" -o "$OUT/starts.lpir"
lprun "$OUT/starts.lpir" --against "$OUT/starts.loopy" | tail -2
# A value that the call changes, one that bounds a loop without being affine, and one of another type are stored first.
cat > "$OUT/values.py" <<TEXT
fill = lp.make_kernel("{ [i] : 0 <= i < n }", "y[i] = c + i", [
    lp.ValueArg("n", np.int32), lp.ValueArg("c", np.float64), "y : float64[10]"], name="fill")
knl = lp.make_kernel("{ [i, k] : 0 <= i < 10 and 0 <= k < 3 }", """
    [i]: y[k, i] = fill(len[k], y[k, 0])
    """, ["y : float64[3, 10]", "len : int32[3] in"], name="values")
RESULT = lp.merge([knl, fill])
TEXT
lpopt --script "$OUT/values.py" -o "$OUT/values.lpir"
cat "$OUT/values.lpir"
