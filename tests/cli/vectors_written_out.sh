# What cannot be a vector is written out, and `lptranslate` says why. Other languages have no vectors.
lpopt -p 'tag_inames("l:vec"); tag_inames("t:vec"); split_iname("i", 4, inner_tag="vec")' tests/lower/vectors_written_out.lpir -o "$OUT/v.lpir"
lptranslate "$OUT/v.lpir" -o "$OUT/v.cl"
cat > "$OUT/w.lpir" <<TEXT
lpir 1
kernel @w {
  arg a : i32[4] out
  domain { [l] : 0 <= l < 4 }
  iname l : vec
  s: a[l] = l  in(l)
}
TEXT
for language in opencl cuda c; do lptranslate "$OUT/w.lpir" --to $language; done
