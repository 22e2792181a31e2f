lpopt examples/dgemm.f90 -p 'split_iname("i", length=16); split_iname("i", "sixteen"); split_iname()'
