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
# Names of Loo.py's that have something else in their place, that make no sense here, that are not there yet, and others.
for name in show_dependency_graph register_preamble_generators collect_common_factors_on_increment split_inames quantum; do
    printf 'knl = lp.%s(knl)\n' "$name" > "$OUT/absent.star"
    lpopt examples/dgemm.f90 --script "$OUT/absent.star"
done
