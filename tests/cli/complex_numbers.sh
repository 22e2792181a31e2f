# Complex scalars are set as Python writes them; arrays are numpy's; the device agrees with the interpreter.
cat > "$OUT/k.lpir" <<TEXT
lpir 1

kernel @scale {
  arg n : i32
  arg z : c128
  arg w : c64
  arg a : c128[n] inout
  arg b : c64[n] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i : g.0
  s: a[i] = z*i/complex(i + 1, 2)  in(i)
  t: b[i] = w + a[i]  in(i) after(s)
}
TEXT
lprun "$OUT/k.lpir" --device interp --set n=3,z=1.5-2j,w=1e-3j --out "a=$OUT/a.npy" --out "b=$OUT/b.npy"
for name in a b; do head -c 60 "$OUT/$name.npy" | grep -ao "'<c[0-9]*'"; done
tail -c 48 "$OUT/a.npy" | od -An -t f8
tail -c 24 "$OUT/b.npy" | od -An -t f4
lprun "$OUT/k.lpir" --device interp --set z=1,w=0 --in "a=$OUT/a.npy" | tail -1
lprun "$OUT/k.lpir" --set "n=5,z=(0.5+inf j),w=2" || echo "exit code $?"
lprun "$OUT/k.lpir" --set n=5 --set z=-1 --set w=0.25-0.5j --seed 2 --against "$OUT/k.lpir" | grep agrees
lptranslate "$OUT/k.lpir" -o "$OUT/k.cl" && grep -A3 -h '"kind": "value"' "$OUT/k.launch.json" | grep -E '"(name|type)"' | sort -u
