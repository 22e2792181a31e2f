lpopt examples/dgemm.f90 -p 'split_inme("i", 16)'
