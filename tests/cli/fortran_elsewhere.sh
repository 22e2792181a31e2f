# Kinds and variables of modules that are not at hand: what is assumed is said, once each; `--define` says it.
cat > "$OUT/drag.f90" <<SOURCE
module gravity
  use host_kinds, only: wp, ip, lk
  use host_constants, only: gravit, k_top => ktop, is_moist
  implicit none
contains
  subroutine drag(n, kmax, u, t)
    integer(ip), intent(in) :: n, kmax
    real(wp), intent(inout) :: u(n, kmax)
    real(kind=wp), intent(in) :: t(n, kmax)
    real(wp), parameter :: half = 0.5_wp
    logical(lk) :: warm
    integer(ip) :: i, k
    do k = k_top, kmax
      do i = 1, n
        warm = t(i, k) > 273.15_wp
        if (warm .and. is_moist) u(i, k) = u(i, k) - half*gravit*real(i, wp)
      end do
    end do
  end subroutine
end module
SOURCE
lptranslate --check "$OUT/drag.f90"
lptranslate "$OUT/drag.f90"
echo "-- single precision, as the user says"
lptranslate "$OUT/drag.f90" --define wp=4 2> /dev/null
echo "-- a name that no list holds, where two modules may hold it, and an array"
cat > "$OUT/two.f90" <<SOURCE
subroutine two(x)
  use one
  use other
  implicit none
  real, intent(inout) :: x
  x = x*factor
end subroutine
subroutine array(x)
  use one, only: table
  implicit none
  real, intent(inout) :: x
  x = x*table(1)
end subroutine
subroutine whole(x)
  use one
  implicit none
  real, intent(inout) :: x
  x = x*factor
end subroutine
SOURCE
lptranslate --check "$OUT/two.f90"
