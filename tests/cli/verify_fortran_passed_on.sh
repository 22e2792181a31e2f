# Variables that nobody outside may set, of a module whose names another one passes on.
cat > "$OUT/passed.f90" <<'TEXT'
module limits
  implicit none
  integer :: both = 1
  real(8), protected :: highest = 4
contains
  subroutine raise(v)
    real(8), intent(in) :: v
    highest = highest + v
  end subroutine
end module
module user
  use limits
  implicit none
contains
  subroutine clipped(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    call raise(0.5d0)
    x = min(x, highest) + both
  end subroutine
end module
TEXT
lprun --verify-fortran "$OUT/passed.f90" --cases 10 2> /dev/null
