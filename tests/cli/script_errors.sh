cat > "$OUT/tune.star" <<TEXT
def tile(knl, names, size):
    for name in names:
        knl = lp.split_iname(knl, name, size)
    return knl

knl = tile(knl, ["i", "q"], 16)
TEXT
lpopt examples/dgemm.f90 --script "$OUT/tune.star"
printf 'while True:\n  pass\n' > "$OUT/loop.star"
lpopt examples/dgemm.f90 --script "$OUT/loop.star"
