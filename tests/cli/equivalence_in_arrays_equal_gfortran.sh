# An assignment to an array that reads its memory under another name: all values are computed before any is stored.
cat > "$OUT/shared.f90" <<TEXT
subroutine whole(x, o)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: o(8)
  real(8) :: e(4), f(2, 2), g, h(2)
  equivalence (e(1), f(1, 1)), (e(3), g), (g, h(1))
  e = [1d0, 2d0, x, 4d0]
  e = e*0.5d0 + g
  o(1:4) = e
  where (e > 1) e = e + f(1, 1)
  h(1) = x + 1
  e(2:3) = h*2
  f = f + g
  o(5:8) = e
end subroutine
TEXT
lprun --verify-fortran "$OUT/shared.f90" --device interp 2>/dev/null || echo "exit code $?"
