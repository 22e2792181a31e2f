# A function that is given an array by keyword gives one value all the same; functions near their zeros and poles.
cat > "$OUT/keywords.f90" <<'SOURCE'
module given_by_keyword
  implicit none
  interface put
    module procedure put0, put1
  end interface
contains
  pure integer function h(k, b)
    integer, intent(in) :: k, b(4)
    h = b(1)*10 + k + b(4)
  end function
  subroutine put0(a, r)
    integer, intent(in) :: a
    integer, intent(out) :: r(4)
    r = 5 + a
  end subroutine
  subroutine put1(a, r)
    integer, intent(in) :: a(:)
    integer, intent(out) :: r(4)
    r = 7
  end subroutine
  subroutine generic(b, r)
    integer, intent(in) :: b(4)
    integer, intent(out) :: r(4)
    call put(h(b=b, k=2), r)
  end subroutine
  subroutine construct(b, r)
    integer, intent(in) :: b(4)
    integer, intent(out) :: r
    r = sum([h(b=b, k=2), 3])
  end subroutine
  subroutine nested(b, r)
    integer, intent(in) :: b(4)
    integer, intent(out) :: r(2)
    r(1) = h(k=h(b=b, k=2), b=b)
    r = [h(b=b, k=r(1)), h(2, b=b)]
  end subroutine
end module
SOURCE
lprun --verify-fortran "$OUT/keywords.f90" --device interp
cat > "$OUT/unknown.f90" <<'SOURCE'
subroutine joined(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  a = [poly(b, 2d0), b(2:)]
end subroutine
SOURCE
lptranslate --check "$OUT/unknown.f90"
cat > "$OUT/edges.f90" <<'SOURCE'
subroutine edges(close)
  logical, intent(out) :: close(12)
  real(8) :: x
  x = 1d-200
  close(1) = bessel_j0(x) == 1d0
  close(2) = abs(bessel_j1(x) - 0.5d-200) < 1d-214
  close(3) = bessel_jn(2, x) == 0
  close(4) = abs(bessel_y0(x)/(-293.249d0) - 1) < 1d-3
  close(5) = abs(bessel_y1(x)*x + 0.6366197723675814d0) < 1d-14
  close(6) = abs(log_gamma(x) - 460.51701859880914d0) < 1d-12
  x = 1 + 1d-8
  close(7) = abs(log_gamma(x)/(-0.57721565317e-8) - 1) < 1d-7
  x = 2 - 1d-9
  close(8) = abs(log_gamma(x)/(-4.2278433477e-10) - 1) < 1d-6
  x = 5d-324
  close(9) = abs(log_gamma(x) - 744.4400719213812d0) < 1d-9
  x = -0d0
  close(10) = sign(1d0, bessel_j1(x)) < 0
  x = 1.25d0
  close(11) = abs(log_gamma(x) + 0.09827183642181316d0) < 1d-15
  x = -1.5d0
  close(12) = abs(log_gamma(x) - 0.8600470153764810d0) < 1d-13
end subroutine
SOURCE
lprun --verify-fortran "$OUT/edges.f90" --device interp
lprun "$OUT/edges.f90" --device interp --out close="$OUT/close.npy" && tail -c 12 "$OUT/close.npy" | od -An -tu1
