# Calls of kernels that mean nothing, or not one thing.
try() { printf '%s\n' "$1" > "$OUT/refused.py"; lpopt --script "$OUT/refused.py" -o -; }
CALLEE='f = lp.make_kernel("{ [i] : 0 <= i < 4 }", "y[i] = 2*x[i]", ["x, y : float64[4]"], name="f")'
# What it calls is not there; it is there twice; it calls itself.
try 'knl = lp.make_kernel("{ [i] : 0 <= i < 4 }", "[i]: b[i] = f([i]: a[i])", name="knl")'
try "$CALLEE
g = lp.make_kernel(\"{ [i] : 0 <= i < 4 }\", \"y[i] = 3*x[i]\", name=\"f\")
knl = lp.make_kernel(\"{ [i] : 0 <= i < 4 }\", \"[i]: b[i] = f([i]: a[i])\", name=\"knl\")
RESULT = lp.merge([knl, f, g])"
try 'f = lp.make_kernel("{ [i] : 0 <= i < 4 }", "[i]: b[i] = f([i]: a[i])", name="f")
knl = lp.make_kernel("{ [i] : 0 <= i < 4 }", "[i]: b[i] = f([i]: a[i])", name="knl")
RESULT = lp.merge([knl, f])'
# Too many arguments; a part of another rank; a value for an array; a sweep that is a loop around the call.
caller() { try "$CALLEE
knl = lp.make_kernel(\"{ [i, j] : 0 <= i, j < 4 }\", \"\"\"$1\"\"\", [\"a : float64[4]\", \"b : float64[4]\", \"c : float64[4, 4]\", \"...\"], name=\"knl\")
RESULT = lp.merge([knl, f])"; }
caller '[i]: b[i] = f([i]: a[i], [i]: a[i])'
caller '[i]: b[i] = f([i, j]: c[i, j])'
caller '[i]: b[i] = f(3)'
caller '[i]: c[j, i] = f([j]: c[j, i])'
caller '[i]: b[i] = f(a[0:4:0])'
caller '[i]: b[i] = f(a[-4:])'
try "$CALLEE
knl = lp.make_kernel(\"{ [i] : 0 <= i < 8 and i mod 2 = 0 }\", \"[i]: b[i] = f([i]: a[i])\", name=\"knl\")
RESULT = lp.merge([knl, f])"
try "$CALLEE
knl = lp.make_kernel(\"{ [i, j] : 0 <= i < 4 and i <= j < i + 4 }\", \"[j]: b[i, j] = f([j]: a[j])\", name=\"knl\")
RESULT = lp.merge([knl, f])"
# The call changes its own condition, or where it writes; in place, to two places.
caller '[i]: b[i] = f([i]: a[i]) {if=b[0] > 1}'
caller '[i]: c[c[0, 0], i] = f([i]: a[i])'
try 'f = lp.make_kernel("{ [i] : 0 <= i < 4 }", "x[i] = 2*x[i]", name="f")
knl = lp.make_kernel("{ [i] : 0 <= i < 4 }", "[i]: b[i] = f([i]: a[i])", name="knl")
RESULT = lp.merge([knl, f])'
# What it calls was transformed, or has another type; calls stand in scripts only.
try "$CALLEE
knl = lp.make_kernel(\"{ [i] : 0 <= i < 4 }\", \"[i]: b[i] = f([i]: a[i])\", name=\"knl\")
RESULT = lp.merge([knl, lp.map_domain(f, \"{ [i] -> [k] : k = 3 - i }\")])"
try "$CALLEE
knl = lp.make_kernel(\"{ [i] : 0 <= i < 4 }\", \"[i]: b[i] = f([i]: a[i])\", [\"a, b : float32[4]\"], name=\"knl\")
RESULT = lp.merge([knl, f])"
printf '{ [i] : 0 <= i < 4 }\n[i]: b[i] = f([i]: a[i])\n' > "$OUT/call.loopy"
lptranslate "$OUT/call.loopy" -o -
# Both updates of one array: nothing says which comes first.
try "$CALLEE
knl = lp.make_kernel(\"{ [i, j] : 0 <= i, j < 4 }\", \"\"\"[i]: a[i] = f([i]: a[3 - i])\"\"\", [\"a : float64[4]\"], name=\"knl\")
RESULT = lp.merge([knl, f])" > "$OUT/alias.lpir"
lptranslate "$OUT/alias.lpir" --to opencl -o -
# Names that are taken, or that nothing has.
renamed() {
    try "$CALLEE
knl = lp.make_kernel(\"{ [i] : 0 <= i < 4 }\", \"[i]: b[i] = f([i]: a[i])\", name=\"knl\")
RESULT = lp.rename_callable(lp.merge([knl, f]), $1)"
}
renamed '"g", "h"'
renamed '"f", "knl"'
renamed '"f", "2"'
