# Intrinsic functions of bits, of kinds, and integer powers: what the kernels compute is what gfortran's routines do.
cat > "$OUT/functions.f90" <<TEXT
subroutine bits(k, l, n, j)
  implicit none
  integer, intent(in) :: n, j
  integer, intent(inout) :: k(n)
  integer(8), intent(inout) :: l(n)
  integer :: i, s
  s = iand(j, 31)
  do i = 1, n
    k(i) = ieor(ibset(k(i), 2), ibclr(k(i), s)) + ibits(k(i), 1, 3)
    k(i) = ior(k(i), ishft(k(i), j)) + shiftl(k(i), s) - shiftr(k(i), s) + shifta(k(i), 3)
    l(i) = ieor(ishft(l(i), j), ibits(l(i), s, 32)) + iand(l(i), z'0F0F')
  end do
end subroutine
subroutine ends(k, n)
  implicit none
  integer n, k(n)
  if (n > 4) then
    k(1) = shiftl(k(1), 32)
    k(2) = shiftr(-1, 32) + shifta(-5, 32)
    k(3) = ibits(k(3), 0, 32)
    k(4) = ishft(-1, -31) + ishft(k(4), 32)
    k(5) = ibits(-1, 0, 31)
  end if
end subroutine
subroutine powers(x, k, n, j)
  implicit none
  integer, intent(in) :: n, j
  real(8), intent(inout) :: x(n)
  integer, intent(inout) :: k(n)
  integer :: i
  do i = 1, n
    x(i) = x(i)*(-1)**(i + j) + 10**(i - 1)
    k(i) = 3**j + (-2)**i + 1**j - 2**(j + 1)
  end do
end subroutine
subroutine others(x, y, z, n)
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_is_finite
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(inout) :: z(n)
  integer :: i
  do i = 1, n
    z(i) = dprod(real(x(i)), real(y(i))) + dble(size(x, kind=8)) + ubound(x, 1, kind=8)
    z(i) = merge(z(i), 0d0, logical(x(i) > 0, kind=4))
    if (ieee_is_nan(sqrt(y(i))) .or. .not. ieee_is_finite(x(i)/y(i))) z(i) = -1
  end do
end subroutine
TEXT
lprun --verify-fortran "$OUT/functions.f90" --device interp 2>/dev/null
cat > "$OUT/refused.f90" <<TEXT
subroutine noise(x, n)
  integer n
  real x(n)
  call random_number(x)
end subroutine
subroutine spaced(x, n)
  integer n
  real x(n)
  x = spacing(x)
end subroutine
TEXT
lptranslate --check "$OUT/refused.f90"
