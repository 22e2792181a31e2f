cat > "$OUT/lib.star" <<TEXT
def split_all(knl, size):
    for name in knl.inames:
        knl = lp.split_iname(knl, name, size)
    return knl
TEXT
cat > "$OUT/tune.star" <<TEXT
load("lib.star", "split_all")
print(knl.name, knl.inames, [arg.name for arg in knl.args])
for insn in knl.instructions:
    print(insn.id, "reads", insn.reads, "writes", insn.writes)
knl = split_all(knl, 8)
TEXT
lpopt examples/dgemm.f90 --script "$OUT/tune.star" --emit-pipeline - -o "$OUT/out.lpir"
