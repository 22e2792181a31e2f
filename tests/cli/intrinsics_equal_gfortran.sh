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
subroutine by_keyword(a, x, y, l, r, q)
  implicit none
  integer, intent(in) :: a
  real, intent(in) :: x(5), y(5)
  logical, intent(in) :: l(5)
  integer, intent(out) :: r(6)
  real, intent(out) :: q(13)
  r(1) = count(dim=1, mask=l)
  r(2:2) = maxloc(mask=l, array=x)
  r(3) = minloc(mask=l, array=x, dim=1)
  r(4) = size(kind=8, dim=1, array=x) + size([1, 2], kind=8)
  r(5) = 2**(-1) + (-1)**(-3) + 1**(-2)
  r(6) = merge(1, a, a == 0)**(-3) + merge(1, a, a == 0)**(-2)
  q(1) = sum(mask=l, array=x)
  q(2) = dot_product(vector_b=y, vector_a=x)
  q(3) = maxval(mask=x > 0, array=y)
  q(4:8) = cshift(shift=2, array=x)
  q(9) = sum(eoshift(boundary=3.0, array=x, shift=1))
  q(10) = sum(spread(ncopies=2, source=x, dim=1))
  q(11) = sum(matmul(matrix_b=spread(x, 2, 3), matrix_a=spread(dim=1, source=y, ncopies=2)))
  q(12) = sum(sum(dim=1, array=reshape(shape=[2, 2], source=x(:4))))
  q(13) = product(dim=1, array=x)
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
