# Where the matrix unit cannot compute a loop tagged `mma`, the loop is printed as it stands, and `lptranslate` says why.
lanes='split_iname("i", 16, outer_tag="g.1"); split_iname("i_inner", 8, outer_tag="ilp", inner_iname="p"); split_iname("j", 8, outer_tag="g.0"); split_iname("j_inner", 2, outer_iname="q", inner_tag="ilp"); join_inames("p, q", "lane", tag="l.0"); '
whole='assume("n mod 16 = 0"); '
code() { # NAME CALLS [SED] : the code of a product after these calls
    sed "1,3d; ${3:-}" tests/lower/mma.lpir > "$OUT/$1.lpir"
    lpopt -p "$2" "$OUT/$1.lpir" -o "$OUT/$1-tagged.lpir"
    lptranslate "$OUT/$1-tagged.lpir" -o "$OUT/$1.cl"
    if grep LP_HAS_MMA "$OUT/$1.cl"; then echo "$1: taken"; fi
}
code any_size "$lanes"'split_iname("k", 16, inner_tag="mma")'
code whole_loop "$lanes$whole"'tag_inames("k:mma")'
code too_long "$lanes"'assume("n mod 32 = 0"); split_iname("k", 32, inner_tag="mma")'
code exact "$lanes$whole"'split_iname("k", 16, inner_tag="mma")' '/reassociate/d'
code singles "$lanes$whole"'split_iname("k", 16, inner_tag="mma")' 's/f64/f32/'
code without_lanes "$whole"'split_iname("k", 16, inner_tag="mma")'
code wide_group "$whole"'split_iname("j", 64, outer_tag="g.0", inner_tag="l.0"); split_iname("k", 16, inner_tag="mma")'
lpopt -p "$lanes$whole"'split_iname("k", 16, inner_tag="mma")' "$OUT/any_size.lpir" -o "$OUT/product.lpir"
for language in cuda c; do lptranslate "$OUT/product.lpir" --to $language --no-line-map > "$OUT/code"; grep -c lp_mma "$OUT/code" || true; done
