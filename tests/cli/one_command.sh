# `lpopt -o NAME.cl` writes what `lptranslate` makes of its result.
set -e
both() { # SOURCE EXTENSION ARGUMENTS...
    source=$1
    extension=$2
    shift 2
    lpopt "$source" "$@" -o "$OUT/k.lpir"
    lptranslate "$OUT/k.lpir" -o "$OUT/two.$extension"
    lpopt "$source" "$@" -o "$OUT/one.$extension"
    cmp "$OUT/one.$extension" "$OUT/two.$extension"
    if [ -e "$OUT/two.launch.json" ]; then cmp "$OUT/one.launch.json" "$OUT/two.launch.json"; fi
    rm -f "$OUT"/*.launch.json
    echo "same: $source to $extension"
}
for source in examples/dgemm.f90 examples/fill.f90 examples/rotation.f90 examples/conditional.f90 examples/sparse.f90; do
    both "$source" cl
done
for source in doubling forward_difference bsquare fgh sgemm; do
    both "examples/$source.loopy" cl --pipeline "examples/$source.txt"
done
both examples/dgemm.f90 cu
both examples/doubling.loopy c -p 'split_iname("i", 16)'
echo 'a kernel without a step:'
lpopt examples/gravity.loopy -o "$OUT/one.cl"
lptranslate examples/gravity.loopy -o "$OUT/two.cl"
cmp "$OUT/one.cl" "$OUT/two.cl" && ls "$OUT"
echo 'to standard output, without lines of the source, with the calls beside it:'
lpopt examples/doubling.loopy -p 'split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")' --to opencl --no-line-map \
    --emit-pipeline "$OUT/calls.txt"
cat "$OUT/calls.txt"
echo 'what cannot be lowered makes no code:'
rm -f "$OUT"/*
status=0
lpopt examples/doubling.loopy -p 'tag_inames("i: l.0")' -o "$OUT/k.cl" || status=$?
echo "exit $status"
ls "$OUT"
echo 'parts make no code:'
lpopt examples/doubling.loopy --split-input-file -o "$OUT/k.cl" || echo "exit $?"
