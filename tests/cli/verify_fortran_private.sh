# A routine that nobody outside of its module may call is not compared, and the others are.
cat > "$OUT/hidden.f90" <<TEXT
module hidden
  implicit none
  private
  public :: shown
contains
  subroutine shown(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    x = 2*x
  end subroutine
  subroutine unseen(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    x = 3*x
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/hidden.f90" --device interp --cases 5
