# Functions and powers of constants are rounded once; of what is given for a dummy no compiler knows that it is constant.
cat > "$OUT/exponents.f90" <<TEXT
module powers
contains
  function pw(y, n) result(r)
    real(8), intent(in) :: y
    integer, intent(in) :: n
    real(8) :: r
    r = y**(n+1)*2
  end function
  real function pws(y, n)
    real, intent(in) :: y
    integer, intent(in) :: n
    pws = y**n
  end function
  function neg(y, n) result(r)
    real(8), intent(in) :: y
    integer, intent(in) :: n
    real(8) :: r
    r = 1/y**(-n) + y**n
  end function
  function cub(y) result(r)
    real(8), intent(in) :: y
    real(8) :: r
    r = y**3 + 2.5d0**3 + tanh(0.7d0)*y
  end function
  function lng(y, n) result(r)
    real(8), intent(in) :: y
    integer(8), intent(in) :: n
    real(8) :: r
    r = y**n
  end function
end module
subroutine given_exponents(x, xs, o, os)
  use powers
  real(8) x, o(8)
  real xs, os(4)
  o(1) = pw(x, 12)
  o(2) = pw(x, -7)
  o(3) = neg(x, 9)
  o(4) = neg(x, -11)
  o(5) = cub(x)
  o(6) = cub(1.7d0)
  o(7) = lng(x, 27_8)
  o(8) = lng(x, -5_8)
  os(1) = pws(xs, 13)
  os(2) = pws(xs, 0)
  os(3) = pws(xs, -4)
  os(4) = pws(1.3, 23)
end subroutine
subroutine of_statement_functions(x, o)
  real(8) x, o(3), f, y
  integer n
  f(y, n) = y**n + y**5
  o(1) = f(x, 27)
  o(2) = f(x, -3)
  o(3) = f(x*2, 15)
end subroutine
TEXT
lprun --verify-fortran "$OUT/exponents.f90" --device interp 2>/dev/null || echo "exit code $?"
cat > "$OUT/constants.f90" <<TEXT
subroutine functions_of_constants(o, os, x)
  implicit none
  real(8) o(16), x
  real os(8)
  real(8), parameter :: p = 0.3d0, t = tanh(p), g = gamma(2.5d0)
  o(1) = exp(0.3d0) + log(2.5d0)
  o(2) = atan2(0.2d0, -1.5d0)
  o(3) = 2.5d0**0.3d0
  o(4) = 1.7d0**11
  o(5) = (-1.7d0)**13
  o(6) = asin(0.3d0) + acos(-0.4d0)*x
  o(7) = t*x + g
  o(8) = sinh(p)*cosh(p)
  o(9) = erf(0.2d0) + erfc(1.2d0)
  o(10) = hypot(1.1d0, 2.3d0)
  o(11) = asinh(0.2d0) + acosh(2.2d0) + atanh(0.3d0)
  o(12) = log10(7.3d0)
  o(13) = tan(1.0d0)**2
  o(14) = exp(tanh(0.7d0))
  o(15) = sum([tanh(0.1d0), tanh(0.2d0), tanh(0.3d0)])
  o(16) = 1.1d0**(-3)
  os(1) = tanh(0.7)
  os(2) = exp(1.0) + sin(2.0)
  os(3) = 1.3**7
  os(4) = 2.7**1.3
  os(5) = gamma(3.3)
  os(6) = real(tanh(0.7d0))
  os(7) = dble(sin(0.3))
  os(8) = 4*atan(1.0)
end subroutine
subroutine in_loops(o)
  real(8) o(3), w(3)
  data w /0.5d0, 1.5d0, 2.5d0/
  integer i
  do i = 1, 3
    o(i) = w(i)*sqrt(3.0d0)*cos(0.1d0*3)
  end do
end subroutine
function chosen(x) result(r)
  real(8) x, r
  r = merge(tanh(0.2d0), x, x > tanh(0.1d0))
end function
TEXT
lprun --verify-fortran "$OUT/constants.f90" --device interp 2>/dev/null || echo "exit code $?"
