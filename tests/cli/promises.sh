# What is promised of an index array is written down in every file, tested before each run, and refused under `--strict`.
cat > "$OUT/scatter.f90" <<TEXT
subroutine scatter(n, idx, a, b)
  implicit none
  integer n, i
  integer idx(n)
  real*8 a(n), b(n)
  do i = 1, n
    b(idx(i)) = b(idx(i)) + 2*a(i)
  end do
end
TEXT
cat > "$OUT/fill.lpir" <<TEXT
lpir 1
kernel @fill {
  arg n : i32
  arg by : i32
  arg shift : i32
  arg idx : i32[n] out
  domain [n] -> { [i] : 0 <= i < n }
  s: idx[i] = n - i // by + shift  in(i)
}
TEXT
cd "$OUT"
lpopt scatter.f90 -p 'tag_inames("i: g.0")' -o bare.lpir
lptranslate bare.lpir -o bare.cl 2> messages.txt || grep "^lp::" messages.txt
promises='trust("injective idx"); trust("0 < idx <= n")'
lpopt scatter.f90 -p "$promises"'; tag_inames("i: g.0")' -o promised.lpir
grep promise promised.lpir
lptranslate promised.lpir -o promised.cl
grep promised promised.cl
grep -A 12 '"promises"' promised.launch.json

lpopt --strict scatter.f90 -p "$promises"
lpopt --strict promised.lpir -p 'tag_instructions("*", "x")'
echo 'knl = lp.trust(knl, "injective idx")' > trust.star
lpopt --strict scatter.f90 --script trust.star

lprun fill.lpir --device interp --set n=6,by=1,shift=0 --out idx=kept.npy
lprun fill.lpir --device interp --set n=6,by=2,shift=0 --out idx=twice.npy
lprun fill.lpir --device interp --set n=6,by=1,shift=1 --out idx=beyond.npy
for contents in kept twice beyond; do
  for device in interp opencl; do
    echo "$contents"
    lprun promised.lpir --device $device --in idx=$contents.npy --against | grep -v "^scatter on"
  done
done
lprun promised.lpir --device interp --set n=0 --against
lprun promised.lpir --device interp --set n=100 --against
lpopt scatter.f90 -p "$promises"'; split_iname("i", 4, outer_tag="g.0", inner_tag="l.0")' --verify-each=interp | grep promise

# A reduced kernel is rid of promises that its failure does not need, and of their arrays.
cat > spread.lpir <<TEXT
lpir 1
kernel @spread {
  arg n, m : i32
  arg idx : i32[n] in
  arg other : i32[m] in
  arg a : f64[n + 1] inout
  arg b : f64[n] inout
  domain [n] -> { [i] : 0 <= i < n }
  promise injective idx
  promise injective other
  promise 0 <= other < m
  s: a[idx[i]] = 2.0*a[idx[i] + 1]  in(i) time(i, 0)
  t: b[idx[i]] = 3.0*i  in(i) time(i, 1)
}
TEXT
lpopt reduce spread.lpir -p 'tag_inames("i: g.0")' -o small.lpir 2> /dev/null
cat small.lpir
