# A kernel that cannot be lowered as it stands is left out with a warning, and the others of its file are written.
cat > "$OUT/two.f90" <<TEXT
subroutine g5(n, k, m, a, r)
integer n, k, m, a(6), r, i
i = 0
10 i = i + 1
if (m >= k) then
  if (i > 60) goto 90
end if
if (m-k >= a(1)) then
  if (i > 60) goto 90
  if (a(2) == 3) goto 10
else
  if (k /= 5) return
end if
90 r = i
end subroutine
subroutine ok(n, x)
  integer n
  real x(n)
  x = x + 1
end subroutine
TEXT
lptranslate "$OUT/two.f90" --to c --no-line-map | tail -n 12
