# What 64 bits cannot hold is refused before a launch, and the description says so; group numbers have limits too.
cd "$OUT"
cat > ends.lpir <<'TEXT'
lpir 1
kernel @ends {
  arg n : u64
  arg m, p : i64
  arg a : i64[4] out
  domain [n] -> { [i] : n - 4 <= i < n }
  domain [m] -> { [j] : m <= j < m + 2 }
  iname i : g.0
  iname j
  order(text)
  require m // 3 < p : "order"
  s: a[i - n + 4] = sum(j, 3*j)  in(i)
}
TEXT
lptranslate ends.lpir -o ends.cl
grep -A 1 '"condition"\|_limit' ends.launch.json
for sizes in n=1000,m=5,p=9 n=1000,m=600000000000000000,p=700000000000000000; do
  lprun ends.lpir --device opencl --set $sizes --against ends.lpir 2>&1 | grep -o 'agrees'
done
for sizes in n=18446744073709551615,m=5,p=9 n=9,m=9000000000000000000,p=9000000000000000000 n=9,m=-9000000000000000000,p=9; do
  lprun ends.lpir --device opencl --set $sizes 2>&1 | grep '×'
done
cat > groups.lpir <<'TEXT'
lpir 1
kernel @groups {
  arg n : i64
  arg a : i32[1] out
  domain [n] -> { [i] : 0 <= i < n }
  iname i : g.0
  s: a[0] = 1  in(i) if(i < 1)
}
TEXT
lprun groups.lpir --device opencl --set n=3000000000 2>&1 | grep -o 'lp::run.*\|[^×]*groups along.*'
lptranslate groups.lpir --to c --no-line-map | tail -5
