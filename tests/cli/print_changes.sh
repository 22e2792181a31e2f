lpopt examples/fill.f90 -p 'split_iname("i", 128, outer_tag="g.0", inner_tag="l.0")' --print-ir-changed -o "$OUT/x.lpir"
