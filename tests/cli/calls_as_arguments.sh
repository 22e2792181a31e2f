# A pipeline holds values, no calls: what to write instead.
lpopt examples/dgemm.f90 -p 'tag_inames(dict(i="g.0"))'
lpopt examples/dgemm.f90 -p 'split_iname("i", 16); prioritize_loops(list("i"))'
lpopt examples/dgemm.f90 -p 'split_iname("i", min(8, 16))'
