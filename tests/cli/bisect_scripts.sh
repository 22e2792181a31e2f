# The calls of a script and of a Fortran file's own block, one of which is refused.
cat > "$OUT/tune.star" <<TEXT
for name in knl.inames:
    knl = lp.split_iname(knl, name, 4)
knl = lp.prioritize_loops(knl, "i_inner, q")
TEXT
lpopt bisect examples/fill.f90 --script "$OUT/tune.star"
echo "exit code $?"
cat > "$OUT/wave.f90" <<'TEXT'
subroutine wave(n, a)
  implicit none
  integer :: n, i, j
  real*8 :: a(0:n, 0:n)
  do j = 1, n
    do i = 0, n - 1
      a(i, j) = a(i + 1, j - 1)
    end do
  end do
end subroutine
!$loopy begin transform
! wave = lp.split_iname(wave, "i", 8)
! wave = lp.prioritize_loops(wave, "i_outer,i_inner,j")
! wave = lp.tag_inames(wave, "j:unr")
!$loopy end transform
TEXT
cd "$OUT"
lpopt bisect wave.f90
echo "exit code $?"
