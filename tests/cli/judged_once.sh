# What lpopt judged, lptranslate judges again only where the file was edited.
set -e
parts() { lptranslate "$1" -o "$OUT/k.cl" --time 2>&1 | grep -oE '(lower|check).*'; }
lpopt examples/forward_difference.loopy -p 'split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")' -o "$OUT/k.lpir"
grep -c '^# judged [0-9a-f]*$' "$OUT/k.lpir"
parts "$OUT/k.lpir"
echo '# a remark' >>"$OUT/k.lpir"
parts "$OUT/k.lpir"
grep -v '^# judged ' "$OUT/k.lpir" >"$OUT/plain.lpir"
parts "$OUT/plain.lpir"
echo 'a file that was changed:'
lpopt examples/forward_difference.loopy -p 'split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")' |
    sed 's/i_outer : g.0/i_outer/' >"$OUT/changed.lpir"
parts "$OUT/changed.lpir"
echo 'a file without a transform was not judged:'
lpopt examples/forward_difference.loopy | grep -c '^# judged ' || true
