# `merge` calls the function of the value that its mask chooses, after those of the mask, and no other; of arrays it
# calls both. The kernels compute what gfortran's routines do.
cat > "$OUT/merged.f90" <<'END'
module counted
  implicit none
  integer :: calls = 0
contains
  real(8) function doubled(x) result(r)
    real(8), intent(in) :: x
    r = 2*x
    calls = calls + 1
  end function
end module

! Both sources and the mask call, also by keyword, of two types, in an operand and in another `merge`.
subroutine chosen(x, y, k, r)
  use counted
  implicit none
  real(8), intent(in) :: x, y
  integer, intent(in) :: k
  real(8), intent(inout) :: r(6)
  calls = 0
  r(1) = merge(doubled(x), 1d0, x > y) + 100*calls
  r(2) = merge(fsource=doubled(y), tsource=doubled(x), mask=doubled(x) < y)
  r(3) = calls
  r(4) = 1 + merge(merge(doubled(x), doubled(y), k > 2), x, k > 0)
  r(5) = calls
  if (merge(doubled(x) > 0, y > 0, k == 1) .or. k > 3) r(6) = calls
end subroutine

! A source that changes what the mask has read.
subroutine read_before(k, r)
  use counted
  implicit none
  integer, intent(in) :: k
  real(8), intent(inout) :: r(2)
  calls = k
  r(1) = merge(doubled(1d0), doubled(2d0), calls == 0)
  r(2) = calls
end subroutine

! An array: the function is called once, whatever the masks are.
subroutine of_arrays(x, n, r)
  use counted
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: r(n)
  real(8) :: total
  common /totals/ total
  calls = 0
  r = merge(doubled(2d0), x, x > 0)
  total = calls
end subroutine
END
for device in interp opencl; do
    lprun --verify-fortran "$OUT/merged.f90" --device $device --cases 12 2>/dev/null
done
