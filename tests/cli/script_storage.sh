# What says where temporaries lie changes no value; what lets one be read as another is refused.
cat > "$OUT/storage.py" <<TEXT
knl = lp.make_kernel("{ [i, j, k] : 0 <= i, j, k < 16 }", """
    s[i] = 2*a[i] {id=s}
    t[j] = s[j] + 1 {id=t, dep=s}
    out[k] = t[15 - k] {dep=t}
    """, ["a, out : float64[16]",
    lp.TemporaryVariable("s", np.float64, shape=16, base_storage="base"),
    lp.TemporaryVariable("t", np.float64, shape=16, base_storage="base", ), "..."], name="storage")
knl = lp.alias_temporaries(knl, ["s", "t"])
knl = lp.allocate_temporaries_for_base_storage(knl)
knl = lp.assume(knl, "{ : }")
TEXT
cat > "$OUT/storage.loopy" <<TEXT
kernel storage
args a, out : float64[16]
{ [i] : 0 <= i < 16 }
out[i] = 2*a[15 - i] + 1
TEXT
lpopt --script "$OUT/storage.py" -o "$OUT/storage.lpir"
lprun "$OUT/storage.lpir" --against "$OUT/storage.loopy" | tail -1
sed -i 's/base_storage="base", *)/base_storage="base", _base_storage_access_may_be_aliasing=True)/' "$OUT/storage.py"
lpopt --script "$OUT/storage.py" -o -
# Without that word as well: what `s` left would be found in `t`, all of it or the last elements.
for set in "" "t[j2] = a[j2] {id=t, dep=s}"; do
cat > "$OUT/passed.py" <<TEXT
knl = lp.make_kernel(["{ [i, k] : 0 <= i, k < 16 }", "{ [j2] : 0 <= j2 < 15 }"], """
    s[i] = 2*a[i] {id=s}
    $set
    out[k] = t[15 - k] {dep=s${set:+:t}}
    """, ["a, out : float64[16]",
    lp.TemporaryVariable("s", np.float64, shape=16, base_storage="base"),
    lp.TemporaryVariable("t", np.float64, shape=16, base_storage="base"), "..."], name="passed")
TEXT
lpopt --script "$OUT/passed.py" -o -
done
# Values that pass a global barrier: one of each work item and one of each group.
cat > "$OUT/late.py" <<TEXT
knl = lp.make_kernel("{ [g, i] : 0 <= g < 3 and 0 <= i < 4 }", """
    for g, i
        <> t = a[4*g + i]
        u[i] = 2*t
        ... gbarrier
        out[4*g + i] = t + u[3 - i]
    end
    """, ["a, out : float64[12]", lp.TemporaryVariable("u", np.float64, shape=4, address_space=lp.AddressSpace.LOCAL), "..."],
    name="late", seq_dependencies=True)
knl = lp.tag_inames(knl, "g:g.0, i:l.0")
RESULT = lp.save_and_reload_temporaries(knl)
TEXT
lpopt --script "$OUT/late.py" -o "$OUT/late.lpir" --emit-pipeline -
lprun "$OUT/late.lpir" --device interp --against | tail -1
lprun "$OUT/late.lpir" --device opencl --against | tail -1
