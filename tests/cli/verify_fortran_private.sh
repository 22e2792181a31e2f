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
# Variables that are private or protected are set and read all the same, also where another module's routine uses them; and
# those that a routine keeps have their first values before the first call.
cat > "$OUT/state.f90" <<TEXT
module state
  implicit none
  private
  type counts
    integer :: k = 2
    real :: y(2) = 0
  end type
  integer, save :: count = 3
  integer, public, protected :: seen = 1
  real :: table(3) = [1., 2., 3.]
  type(counts) :: hidden
  real, allocatable :: buffer(:)
  public :: bump, total, sizes
contains
  subroutine bump(x)
    real, intent(inout) :: x
    count = count + 1
    seen = seen + count
    table(mod(abs(count), 3) + 1) = x
    hidden%k = hidden%k + 1
    hidden%y(1) = x
    x = x + table(1) + seen + hidden%k
  end subroutine
  real function total()
    total = count + sum(table) + hidden%y(1)
  end function
  subroutine sizes(n)
    integer, intent(out) :: n
    n = size(buffer)
    if (n > 0) buffer(lbound(buffer, 1)) = 4
  end subroutine
end module
subroutine outside(x, y, n)
  use state
  implicit none
  real, intent(inout) :: x, y
  integer, intent(out) :: n
  call bump(x)
  y = total() + seen
  call sizes(n)
end subroutine
module user
  use state, only: bump, seen
  implicit none
contains
  subroutine of_module(x)
    real, intent(inout) :: x
    call bump(x)
    x = x*seen
  end subroutine
end module
subroutine kept(o)
  implicit none
  real, intent(out) :: o(6)
  integer, save :: history(3) = [5, 6, 7]
  logical, save :: flags(2) = [.true., .false.]
  real :: q(2, 3)
  integer :: i, j
  data ((q(i, j), i = 1, 2), j = 1, 3) /1, 2, 3*0.5, 9/
  history = cshift(history, 1)
  history(1) = history(1) + 1
  flags = .not. flags
  q(:, 2) = q(:, 2) + q(:, 3)
  o(1) = sum(history*[1, 10, 100])
  o(2) = merge(1, 2, flags(1))
  o(3:4) = q(:, 2)
  o(5:6) = q(2, 1:3:2)
end subroutine
TEXT
lprun --verify-fortran "$OUT/state.f90" --device interp --cases 12 2>/dev/null
