# Declarations may follow statement functions, and these call each other.
cat > "$OUT/saturation.f90" <<SOURCE
subroutine saturation(n, t, q)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: t(n)
  real(8), intent(out) :: q(n)
  real(8) :: warm, delta, ptare
  delta(ptare) = max(0d0, sign(1d0, ptare - 273.16d0))
  real(8) :: pressure
  pressure(ptare) = 611.21d0*exp((17.502d0*delta(ptare) + 22.587d0*(1d0 - delta(ptare)))*(ptare - 273.16d0)/(ptare - 32.19d0))
  integer :: i
  do i = 1, n
    q(i) = pressure(t(i))
  end do
end subroutine
SOURCE
lprun --verify-fortran "$OUT/saturation.f90" --device interp
lptranslate "$OUT/saturation.f90"
echo "-- an element of an array is no such function"
cat > "$OUT/late.f90" <<SOURCE
subroutine late(x, i)
  real x(10)
  integer i
  x(i) = 1
  real y
  y = 2
end subroutine
SOURCE
lptranslate --check "$OUT/late.f90"
