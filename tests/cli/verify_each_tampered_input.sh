# A file that comes with a reference is held to it; here somebody wrote the wrong subscript, and then the wrong sum.
cat > "$OUT/k.lpir" <<TEXT
lpir 1

kernel @scale {
  arg n : i32
  arg a : f64[n] in
  arg b : f64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i
  s: b[i] = 2.0*a[i]  in(i)
}
TEXT
cd "$OUT"
lpopt k.lpir -p 'split_iname("i", 4)' -o split.lpir
sed '0,/a\[i_inner + 4\*i_outer\]/s//a[i_inner + 3*i_outer]/' split.lpir > subscript.lpir
lpopt subscript.lpir --verify-each=interp -p 'tag_inames("i_inner:unr")'
echo "exit code $?"
sed '0,/2.0\*a/s//2.5*a/' split.lpir > value.lpir
lpopt value.lpir --verify-each=interp -p 'tag_inames("i_inner:unr")'
echo "exit code $?"
