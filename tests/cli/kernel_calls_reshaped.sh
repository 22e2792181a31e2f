# What a kernel is given may have another rank: as many elements are numbered row by row, whatever the called kernel does with their
# numbers. Lengths that are arguments are refused, and so are other counts.
cat > "$OUT/reshaped.py" <<TEXT
flat = lp.make_kernel("{[i]: 0<=i<6}", "b[i] = i + 2*a[i]", name="flat")
table = lp.make_kernel("{[i, j]: 0<=i<2 and 0<=j<3}", "b[i, j] = 10*i + j + a[i, j]", name="table")
knl = lp.make_kernel("{[i, j, k]: 0<=i<3 and 0<=j<2 and 1<=k<7}", """
    [i, j]: y1[i, j] = flat([i, j]: x1[i, j])
    [k]: y2[k] = table([k]: x2[k])
    [j, i]: y3[i, j] = flat([j, i]: x3[i, j])
    """, [lp.GlobalArg("x1,x2,x3,y1,y2,y3", float, shape=lp.auto), "..."], name="reshaped")
knl = lp.merge([knl, flat, table])
knl = lp.pack_and_unpack_args_for_call(knl, "flat")
RESULT = lp.inline_callable_kernel(knl, "table")
TEXT
cat > "$OUT/plain.py" <<TEXT
RESULT = lp.make_kernel("{[i, j, k]: 0<=i<3 and 0<=j<2 and 1<=k<7}", """
    y1[i, j] = 2*i + j + 2*x1[i, j]
    y2[k] = 10*((k - 1)//3) + (k - 1)%3 + x2[k]
    y3[i, j] = 3*j + i + 2*x3[i, j]
    """, [lp.GlobalArg("x1,x2,x3,y1,y2,y3", float, shape=lp.auto), "..."], name="reshaped")
TEXT
cd "$OUT"
lpopt --script reshaped.py -o reshaped.lpir
lpopt --script plain.py -o plain.lpir
sed -n '/reference/q;/flat_\|tabl_/p' reshaped.lpir
lprun reshaped.lpir --device interp --against plain.lpir
sed 's/0<=i<6/0<=i<5/' reshaped.py > fewer.py
lpopt --script fewer.py
echo "exit code $?"
sed 's/0<=i<6/0<=i<n/; s/flat(\[/flat(6, [/' reshaped.py > unknown.py
lpopt --script unknown.py
echo "exit code $?"
