# Kernels as one: what one reads of another is said; temporaries and statements of one name stay apart.
cat > "$OUT/fused.py" <<TEXT
fill = lp.make_kernel("{ [i] : 0 <= i < n }", ["<> t = 2*b[i] {id=set}", "a[i] = t + 1 {id=store, dep=set}"],
    ["a, b : float64[n]", "..."], name="fill")
scale = lp.make_kernel("{ [i, j] : 0 <= i < n and 0 <= j < 3 }", ["<> t = a[i] {id=set}", "c[i] = sum(j, j*t) {id=store}"],
    ["a, c : float64[n]", "..."], name="scale")
fill = lp.assume(fill, "n >= 1")
scale = lp.rename_iname(scale, "j", "k")
TEXT
cat "$OUT/fused.py" - > "$OUT/refused.py" <<TEXT
knl = lp.fuse_kernels([lp.rename_iname(scale, "k", "j"), fill])
TEXT
lpopt --script "$OUT/refused.py"
cat > "$OUT/fused.py" <<TEXT
fill = lp.make_kernel("{ [i] : 0 <= i < n }", ["<> t = 2*b[i] {id=set}", "a[i] = t + 1 {id=store, dep=set}"],
    ["a, b : float64[n]", "..."], name="fill")
scale = lp.make_kernel("{ [i, j] : 0 <= i < n and 0 <= j < 3 }", ["<> t = a[i] {id=set}", "c[i] = sum(j, j*t) {id=store}"],
    ["a, c : float64[n]", "..."], name="scale")
fill = lp.assume(fill, "n >= 1")
knl = lp.fuse_kernels((fill, scale), suffixes=["_of_fill", "_of_scale"], data_flow=[("a", 0, 1)])
knl = lp.split_iname(knl, "i", 4, outer_tag="g.0", inner_tag="l.0")
RESULT = knl
TEXT
cat > "$OUT/fused.loopy" <<TEXT
kernel fused
args a, b, c : float64[n]
args n
{ [i] : 0 <= i < n }
a[i] = 2*b[i] + 1 {id=store}
c[i] = 3*a[i] {dep=store}
TEXT
lpopt --script "$OUT/fused.py" -o "$OUT/fused.lpir"
cat "$OUT/fused.lpir"
for n in 1 5; do lprun "$OUT/fused.lpir" --set n=$n --against "$OUT/fused.loopy" | tail -1; done
# Programs in Fortran run one after the other.
cat > "$OUT/two.f90" <<TEXT
subroutine first(n, a)
  integer n, i
  real*8 a(n)
  do i = 1, n
    a(i) = a(i) + i
  end do
end subroutine
subroutine second(n, a, b)
  integer n, i
  real*8 a(n), b(n)
  do i = 1, n
    b(i) = 2*a(i)
  end do
  a(1) = b(n)
end subroutine

!\$loopy begin
!
! first, second = lp.parse_fortran(SOURCE, FILENAME)
! first = lp.assume(first, "n >= 1")
! knl = lp.fuse_kernels([first, second])
! RESULT = knl
!
!\$loopy end
TEXT
lpopt "$OUT/two.f90" -o "$OUT/two.lpir"
cat "$OUT/two.lpir"
for n in 1 4; do lprun "$OUT/two.lpir" --set n=$n --against | tail -2; done
# What does not fit together, each with its reason.
refuse() {
    cat > "$OUT/refuse.py" <<TEXT
one = lp.make_kernel("{ [i] : 0 <= i < n }", "a[i] = 1", ["a : float64[n]", "..."], name="one")
two = lp.make_kernel("{ [i] : 0 <= i < $1 }", "$2", ["a : $3[n]", "..."], name="two")
knl = lp.fuse_kernels($4)
TEXT
    lpopt --script "$OUT/refuse.py"
}
refuse 7 "b[i] = a[i]" float64 "[one, two]"
refuse n "b[i] = a[i]" float32 "[one, two]"
refuse n "b[i] = i" float64 "[one, two], data_flow=[('a', 0, 1)]"
refuse n "b[i] = a[i]" float64 "[one, two], data_flow=[('a', 0, 2)]"
refuse n "b[i] = a[i]" float64 "[one, two], data_flow=[('a', 0)]"
refuse n "b[i] = a[i]" float64 "[one, two], suffixes=['_1']"
refuse n "b[i] = a[i]" float64 "[lp.map_domain(one, '{ [i] -> [k] : k = n - 1 - i }'), two]"
refuse n "b[i] = a[i]" float64 "[lp.rename_iname(one, 'i', 'k', within='id:insn'), two]"
refuse n "b[i] = a[i]" float64 "[]"
cat > "$OUT/text.py" <<TEXT
one = lp.make_kernel("{ [i] : 0 <= i < n }", "a[i] = 1", ["a : float64[n]", "..."], name="one", order="text")
two = lp.make_kernel("{ [i] : 0 <= i < n }", "b[i] = a[i]", ["a : float64[n]", "..."], name="two")
knl = lp.fuse_kernels([two, one])
TEXT
lpopt --script "$OUT/text.py"
# Without the flow the order is open, and the message says what settles it.
cat > "$OUT/open.py" <<TEXT
one = lp.make_kernel("{ [i] : 0 <= i < n }", "a[i] = 1 {id=w}", ["a : float64[n]", "..."], name="one")
two = lp.make_kernel("{ [i] : 0 <= i < n }", "b[i] = a[i] {id=r}", ["a : float64[n]", "..."], name="two")
knl = lp.fuse_kernels([one, two])
TEXT
lpopt --script "$OUT/open.py" -o "$OUT/open.lpir" && lptranslate "$OUT/open.lpir" --to opencl
