# A loop of a kernel runs further in those before it: statements stay where they run alone.
cat > "$OUT/fused.py" <<TEXT
first = lp.make_kernel("{ [i] : 0 <= i < n }", ["a[i] = 1 {id=fill}"], ["a : float64[n]", "..."], name="first")
second = lp.make_kernel("{ [i, k] : 0 <= i < n and i <= k < 5 }", ["b[i] = 7 {id=set}", "c[i] = sum(k, d[k]) {id=store}"],
    ["b, c : float64[n]", "d : float64[5]", "..."], name="second")
RESULT = lp.fuse_kernels([first, second])
TEXT
cat > "$OUT/apart.loopy" <<TEXT
kernel first_and_second
args a, b, c : float64[n]
args d : float64[5]
args n
{ [i] : 0 <= i < n }
{ [j] : 0 <= j < n and j <= 4 }
[j] -> { [k] : j <= k < 5 }
a[i] = 1
b[j] = 7
c[j] = sum(k, d[k])
TEXT
lpopt --script "$OUT/fused.py" -o "$OUT/fused.lpir"
cat "$OUT/fused.lpir"
for n in 1 5 9; do lprun "$OUT/fused.lpir" --set n=$n --against "$OUT/apart.loopy" | grep agrees; done
# The other way round the outer loop would have to run further.
sed 's/\[first, second\]/[second, first]/' "$OUT/fused.py" > "$OUT/refused.py"
lpopt --script "$OUT/refused.py"
# What a program reads must have been written by one before it.
cat > "$OUT/flow.f90" <<TEXT
subroutine scale(n, a, c)
  integer n, i
  real*8 a(n), c(n)
  do i = 1, n
    c(i) = 2*a(i)
  end do
end subroutine
subroutine fill(n, a)
  integer n, i
  real*8 a(n)
  do i = 1, n
    a(i) = i
  end do
end subroutine

!\$loopy begin
!
! scale, fill = lp.parse_fortran(SOURCE, FILENAME)
! RESULT = lp.fuse_kernels([scale, fill], data_flow=[("a", 1, 0)])
!
!\$loopy end
TEXT
lpopt "$OUT/flow.f90"
sed -i 's/\[scale, fill\]/[fill, scale]/; s/("a", 1, 0)/("a", 0, 1)/' "$OUT/flow.f90"
lpopt "$OUT/flow.f90"
