# Statements of which the author says that they do not race: a promise, which a run tests on its arguments.
cat > "$OUT/boxes.py" <<TEXT
knl = lp.make_kernel(
    ["{ [b] : 0 <= b < nboxes }", "{ [j] : 0 <= j < 3 }", "{ [c] : 0 <= c < ncoeffs }"],
    """
    for b
      <> box = boxes[b]
      for j
        moments[box, 0] = moments[box, 0] + x[b, j] {id=update}
      end
      total[box, c] = 2*x[b, c] {id=write}
      seen[box] = 1 {id=mark}
    end
    """,
    [lp.GlobalArg("boxes", np.int32, shape="nboxes"), lp.GlobalArg("x", np.float64, shape="nboxes, 3"),
     lp.GlobalArg("moments, total", np.float64, shape="nall, 3"), lp.GlobalArg("seen", np.int32, shape="nall"),
     "..."],
    fixed_parameters={"ncoeffs": 3, "unknown": 7}, name="boxes",
    silenced_warnings=["write_race(update)", "write_race(w*)", "write_race(mark)", "another"])
knl = lp.split_iname(knl, "b", 4, outer_tag="g.0", inner_tag="l.0")
TEXT
lpopt --script "$OUT/boxes.py" -o "$OUT/boxes.lpir"
grep -E "promise|assume" "$OUT/boxes.lpir"
lptranslate "$OUT/boxes.lpir" --to opencl --no-line-map
for n in 1 8; do lprun "$OUT/boxes.lpir" --set nboxes=$n,nall=8,ncoeffs=3 --against | tail -3; done
# More boxes than there are elements: some are the same.
lprun "$OUT/boxes.lpir" --set nboxes=9,nall=8,ncoeffs=3
lpopt "$OUT/boxes.lpir" -p 'tag_inames("j: unr")' --strict -o "$OUT/strict.lpir"
# Truth values and complex numbers are left out of the test as numbers are.
cat > "$OUT/kinds.py" <<TEXT
knl = lp.make_kernel("{ [i] : 0 <= i < n }", """
    <> k = idx[i]
    f[k] = x[i] > 0 {id=w}
    z[k] = x[i]*c {id=v}
    """, [lp.GlobalArg("f", np.bool_, shape="m"), lp.GlobalArg("z", np.complex128, shape="m"),
    lp.ValueArg("c", np.complex128), lp.GlobalArg("idx", np.int32, shape="n"), lp.GlobalArg("x", np.float64, shape="n"), "..."],
    silenced_warnings="write_race(*)", name="kinds")
knl = lp.tag_inames(knl, "i: g.0")
TEXT
lpopt --script "$OUT/kinds.py" -o "$OUT/kinds.lpir"
lprun "$OUT/kinds.lpir" --set n=5,m=6 --against | tail -2
