# The derivative of a Fortran routine: its accumulator is set and updated, and so is the derivative of that, before what it reads changes.
cat > "$OUT/rows.f90" <<SOURCE
subroutine rows(n, a, x, z)
  integer n, i, k
  real(8), intent(in) :: a(n, n), x(n)
  real(8), intent(out) :: z(n)
  real(8) s
  do i = 1, n
    s = 0
    do k = 1, n
      s = s + a(i, k)*sin(x(k))
    end do
    z(i) = s**2
  end do
end subroutine
SOURCE
cd "$OUT"
lpopt rows.f90 -p 'diff_kernel("z", "x")' -o order.lpir
sed -n '/reference/q;/insn/p' order.lpir
lprun order.lpir --against --device interp --set n=3
lpopt rows.f90 -p 'recognize_reductions(); diff_kernel("z", "x"); split_iname("i", 8, outer_tag="g.0", inner_tag="l.0")' -o groups.lpir
lprun groups.lpir --against --device interp --set n=10
