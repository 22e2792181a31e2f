lpopt examples/dgemm.f90 --message-format json -p 'split_iname("q", 16)'
