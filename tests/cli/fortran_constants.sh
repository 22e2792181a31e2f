# Whole numbers that declarations compute are known, as the bounds of common blocks have to be.
cat > "$OUT/constants.f90" <<SOURCE
subroutine f(x)
  integer, parameter :: a = max(1, 3 - 2, 0), b = 2**4, c = mod(17, 5), d = abs(-3), e = 7/2, g = modulo(-7, 4), h = min(a, b)
  integer, parameter :: i = (-7)/2, k = merge(2, 3, a > 0), l = dim(5, 3), m = int(3.9d0), n = ceiling(2.1), o = -mod(-17, 5)
  real(8), intent(inout) :: x(2)
  real(8) y(a), y2(b), y3(c), y4(d), y5(e), y6(g), y7(h), y8(-i), z(k), z2(l), z3(m), z4(n), z5(o)
  common /all/ y, y2, y3, y4, y5, y6, y7, y8, z, z2, z3, z4, z5
  x(1) = y(1) + y2(1) + y3(1) + y4(1) + y5(1) + y6(1) + y7(1) + y8(1)
  x(2) = z(1) + z2(1) + z3(1) + z4(1) + z5(1)
end subroutine
SOURCE
lprun --verify-fortran "$OUT/constants.f90" --device interp 2> /dev/null
lptranslate "$OUT/constants.f90" 2> /dev/null | grep arg
