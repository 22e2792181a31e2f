# A routine that stands alone and uses the module of a type is compared all the same.
cat > "$OUT/alone.f90" <<SOURCE
module constants
  implicit none
  type physics
    real(8) :: g
    real(8), allocatable :: levels(:)
  end type
end module
subroutine fall(n, h, t, p)
  use constants, only: law => physics
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: h(n)
  real(8), intent(out) :: t(n)
  type(law), intent(in) :: p
  integer :: i
  do i = 1, n
    t(i) = sqrt(abs(2*h(i)*p%g)) + size(p%levels)
  end do
end subroutine
subroutine both(x, p)
  use constants, only: physics
  implicit none
  real(8), intent(inout) :: x(:)
  type(physics), intent(in) :: p
  x = p%g*x
end subroutine
SOURCE
lprun --verify-fortran "$OUT/alone.f90" --device interp 2> /dev/null
