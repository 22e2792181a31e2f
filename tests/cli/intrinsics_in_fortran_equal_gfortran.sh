# Intrinsic functions that are written in Fortran: what the kernels compute is what gfortran's routines do. A function of the
# user's that has such a name, and is declared `external`, is called.
cat > "$OUT/functions.f90" <<TEXT
subroutine bits(n, k, l, o)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: k(n)
  integer(8), intent(in) :: l(n)
  integer, intent(inout) :: o(n)
  integer :: i
  do i = 1, n
    o(i) = popcnt(k(i)) + 100*leadz(k(i)) + 10000*trailz(k(i)) + 1000000*poppar(k(i))
    o(i) = o(i) + popcnt(l(i)*123456789123_8) + 3*leadz(l(i)) + 5*trailz(l(i)*64) + 7*poppar(l(i))
  end do
end subroutine
subroutine whole(n, k, o)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: k(n)
  integer, intent(inout) :: o(n)
  o = o + popcnt(k) + sum(leadz(k*7))
end subroutine
subroutine parts(n, x, y, o, e)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real, intent(in) :: y(n)
  real(8), intent(inout) :: o(n)
  integer, intent(inout) :: e(n)
  integer :: i
  do i = 1, n
    e(i) = exponent(x(i)) + 1000*exponent(y(i)*1e20)
    o(i) = fraction(x(i)) + spacing(x(i)*1d10) + rrspacing(y(i)) + fraction(y(i)) + spacing(y(i))
  end do
end subroutine
subroutine shorts(n, b, s, o)
  implicit none
  integer, intent(in) :: n
  integer(1), intent(in) :: b(n)
  integer(2), intent(in) :: s(n)
  integer, intent(inout) :: o(n, 2)
  integer :: i
  do i = 1, n
    o(i, 1) = popcnt(b(i)) + 100*leadz(b(i)) + 10000*trailz(b(i)) + 1000000*poppar(b(i))
    o(i, 2) = popcnt(s(i)) + 100*leadz(s(i)) + 10000*trailz(s(i)) + 1000000*poppar(s(i))
  end do
  o(1, 1) = o(1, 1) + popcnt(-1_1) + leadz(1_2) + trailz(0_1) + trailz(0_2)
end subroutine
subroutine neighbours(n, x, y, u, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real, intent(in) :: y(n)
  real(8), intent(inout) :: u(n)
  real, intent(inout) :: v(n)
  integer :: i
  do i = 1, n
    u(i) = nearest(x(i), y(i) + 10) + nearest(x(i), -1.0)
    v(i) = nearest(y(i), -1d0) + nearest(y(i), x(i) + 1d300)
  end do
end subroutine
subroutine lengths(n, m, x, a, o)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(in) :: x(n)
  real, intent(in) :: a(n, m)
  real(8), intent(inout) :: o(3)
  o(1) = norm2(x)
  o(2) = norm2(a)
  o(3) = norm2(2*x(1:n:2) - 5) + norm2(a(:, 1))
end subroutine
subroutine places(n, k, x, o)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: k(n)
  real(8), intent(in) :: x(n)
  integer, intent(inout) :: o(4)
  o(1) = findloc(k, 3, dim=1)
  o(2) = findloc(k, 3, 1, back=.true.)
  o(3) = findloc(k, 3, dim=1, mask=x > 0)
  o(4) = findloc(floor(x), 2, dim=1)
end subroutine
subroutine same(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: y(n)
  y(1) = transfer(x(1), 1d0)
end subroutine
integer function popcnt(k)
  integer, intent(in) :: k
  popcnt = k + 1000
end function
subroutine declared(n, k)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: k(n)
  integer, external :: popcnt
  k(1) = popcnt(k(n))
end subroutine
subroutine only_typed(n, k)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: k(n)
  integer :: leadz
  k(1) = leadz(k(n))
end subroutine
TEXT
for device in interp opencl; do
    lprun --verify-fortran "$OUT/functions.f90" --device $device --cases 12 2>/dev/null
done
cat > "$OUT/moved.f90" <<TEXT
subroutine moved(n, i, j, k, l, o)
  implicit none
  integer, intent(in) :: n, i(n), j(n), k(n)
  integer(8), intent(in) :: l(n)
  integer(8), intent(inout) :: o(n, 8)
  integer :: m
  logical :: b(4)
  o(:, 1) = ishftc(i*7919, mod(k, 32)) + ishftc(l*123456789, mod(k, 64))
  o(:, 2) = ishftc(i, shift=mod(k, 5), size=9) + ishftc(size=40, i=l, shift=mod(k, 7))
  o(:, 3) = merge_bits(i, j*77, k) + merge_bits(j=l, i=l*3, mask=255_8)
  do m = 1, n
    o(m, 4) = dshiftl(i(m), j(m)*99, abs(mod(k(m), 32))) + dshiftr(l(m), l(m)*5, abs(mod(k(m), 64)))/2
    o(m, 5) = maskl(abs(mod(k(m), 33))) - maskr(abs(mod(k(m), 33)))/2
    b = [bge(i(m), j(m)), bgt(l(m), -l(m)), ble(i(m), -1), blt(i=j(m), j=i(m))]
    o(m, 6) = count(b) + merge(10, 20, b(1)) + merge(100, 200, b(2))
  end do
  o(:, 7) = bit_size(i) + bit_size(l)
  o(:, 8) = bit_size(2_2) + bit_size(n)
end subroutine
subroutine scaled(n, x, y, k, p)
  implicit none
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: x(n)
  real, intent(in) :: y(n)
  real(8), intent(inout) :: p(n, 7)
  integer :: m
  do m = 1, n
    p(m, 1) = scale(x(m), k(m)) + scale(y(m), k(m))
    p(m, 2) = scale(x(m), -1060 + mod(k(m), 9)) + scale(scale(x(m), -700), 1100)
    p(m, 3) = scale(y(m), -140 + mod(k(m), 9))
    p(m, 4) = set_exponent(x(m), mod(k(m), 100)) + set_exponent(y(m), 3)
    p(m, 5) = nearest(x(m), 1.0d0) + nearest(y(m), -1.0)
    p(m, 6) = nearest(scale(1d0, mod(k(m), 50)), -2d0) + nearest(y(m)*0, -3.0)
    p(m, 7) = nearest(tiny(y), -1.0) + nearest(-scale(1.0, k(m)/3), 1.0)
  end do
end subroutine
subroutine errors(n, x, y, u, v)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real, intent(in) :: y(n)
  real(8), intent(inout) :: u(n), v(12)
  real(8) :: edges(12)
  integer :: i
  do i = 1, n
    u(i) = erfc_scaled(x(i)) + erfc_scaled(y(i)) + erfc_scaled(0.01d0*x(i))
  end do
  edges = [-27d0, -26.6d0, -9.4d0, -0.4d0, 0d0, 1d-20, 0.46875d0, 4d0, 5d0, 2901d0, 7d7, 1d308]
  do i = 1, 12
    v(i) = erfc_scaled(edges(i)) + erfc_scaled(real(edges(i), 4))
  end do
end subroutine
TEXT
lprun --verify-fortran "$OUT/moved.f90" --device interp 2>/dev/null
cat > "$OUT/refused.f90" <<TEXT
subroutine short(k, l)
  integer(2), intent(in) :: k
  integer, intent(inout) :: l
  l = ishftc(k, 2)
end subroutine
subroutine all_places(k, l)
  integer, intent(in) :: k(9)
  integer, intent(inout) :: l(1)
  l = findloc(k, 3)
end subroutine
subroutine bits_of_a_real(x, l)
  real, intent(in) :: x
  integer, intent(inout) :: l
  l = transfer(x, 1)
end subroutine
TEXT
lptranslate --check "$OUT/refused.f90"
