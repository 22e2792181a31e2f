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
cat > "$OUT/refused.f90" <<TEXT
subroutine short(k, l)
  integer(2), intent(in) :: k
  integer, intent(inout) :: l
  l = popcnt(k)
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
