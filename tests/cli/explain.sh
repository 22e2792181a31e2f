# What a code means: one, those of a part, the only one of a part, with and without `lp::`, and names that are none.
lpopt explain lp::iname::tagged
lpopt explain pipeline
lpopt explain lp::rename
lpopt explain match::syntax
lpopt explain | grep -c '^  lp::'
lpopt explain lp::iname::taged
echo "exit code $?"
lpopt explain legalty
echo "exit code $?"
lpopt explain nothing
echo "exit code $?"
