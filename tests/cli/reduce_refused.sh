# The code of a failure stays: an illegal order here, and a call that is refused.
lpopt reduce examples/dgemm.f90 -p 'split_iname("i", 16); split_iname("j", 16); duplicate_inames("k", within="id:nothing")'
echo "exit code $?"
lpopt reduce examples/fill.f90 -p 'split_iname("i", 4); tag_inames("i_inner:l.0"); add_barrier("id:x", "id:y")'
echo "exit code $?"
