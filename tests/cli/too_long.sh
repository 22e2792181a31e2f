# However long sets would take: a kernel has its seconds, and the message says what was not done.
cat > "$OUT/remainders.lpir" <<TEXT
lpir 1

kernel @remainders {
  arg n : i32
  arg o : f64[n, n] layout(c) inout
  domain [n] -> { [i, j] : 0 <= i < n and 0 <= j < n and (i + j) mod 3 <= 1 and (i + 2*j) mod 5 <= 2 and (i + 3*j) mod 7 <= 3 and (i + 4*j) mod 11 <= 5 and (i + 5*j) mod 13 <= 6 and (i + 6*j) mod 17 <= 8 and (i + 7*j) mod 19 <= 9 }
  iname i
  iname j
  s: o[i, j] = 1.0  in(i, j)
}
TEXT
LP_SECONDS=1 lptranslate "$OUT/remainders.lpir" -o "$OUT/remainders.cl"
LP_SECONDS=1 lpopt "$OUT/remainders.lpir" -p 'split_iname("i", 4)' -o "$OUT/remainders.c"
LP_SECONDS=none lpopt "$OUT/remainders.lpir"
LP_SECONDS=1 lpopt bisect "$OUT/remainders.lpir"
LP_SECONDS=1 lpopt reduce "$OUT/remainders.lpir" -o "$OUT/smaller.lpir"
LP_SECONDS=1 lpopt why "$OUT/remainders.lpir"
