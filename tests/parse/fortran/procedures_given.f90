! Routines that are given for dummy arguments: functions and subroutines, handed on, of hosts and modules.
module counted
  implicit none
  integer :: evaluations
contains
  subroutine parabolas(n, x, y, flag)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y(n)
    integer, intent(inout) :: flag
    integer :: i
    evaluations = evaluations + 1
    do i = 1, n
      y(i) = x(i)*x(i) - 0.25d0*i
    end do
    if (y(1) > 1d3) flag = -1
  end subroutine
end module

function square(t)
  implicit none
  real(8), intent(in) :: t
  real(8) :: square
  square = t*t
end function

! The dummy has the name of a routine at hand, which it does not mean.
function midpoints(square, a, b, n) result(total)
  implicit none
  real(8), external :: square
  real(8), intent(in) :: a, b
  integer, intent(in) :: n
  real(8) :: total, h
  integer :: k
  h = (b - a)/max(n, 1)
  total = 0
  do k = 1, n
    total = total + square(a + (k - 0.5d0)*h)
  end do
  total = total*h
end function

! Forward differences, of whatever is given.
subroutine jacobian(fcn, n, x, y, shifted, j, flag)
  implicit none
  external fcn
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: y(n)
  real(8), intent(inout) :: shifted(n), j(n, n)
  integer, intent(inout) :: flag
  real(8) :: kept
  integer :: i, k
  do k = 1, n
    kept = x(k)
    x(k) = kept + 2d0**(-10)
    call fcn(n, x, shifted, flag)
    x(k) = kept
    if (flag < 0) return
    do i = 1, n
      j(i, k) = (shifted(i) - y(i))*2d0**10
    end do
  end do
end subroutine

! Hands its procedure on.
subroutine step(fcn, n, x, y, shifted, j, flag)
  implicit none
  external fcn
  integer :: n, flag
  real(8) :: x(n), y(n), shifted(n), j(n, n)
  flag = 0
  call fcn(n, x, y, flag)
  if (flag < 0) return
  call jacobian(fcn, n, x, y, shifted, j, flag)
end subroutine

! From here on are kernels.
subroutine areas(a, b, n, area)
  implicit none
  real(8), intent(in) :: a, b
  integer, intent(in) :: n
  real(8), intent(out) :: area(3)
  real(8) :: factor
  real(8), external :: square, midpoints
  factor = 3
  area(1) = midpoints(square, a, b, n)
  area(2) = midpoints(scaled, a, b, n)
  factor = -1
  area(3) = midpoints(scaled, a, b, n)
contains
  function scaled(t)
    real(8), intent(in) :: t
    real(8) :: scaled
    scaled = factor*t + b
  end function
end subroutine

subroutine parabola_steps(n, x, y, shifted, j, flag)
  use counted
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), y(n), shifted(n), j(n, n)
  integer, intent(out) :: flag
  call step(parabolas, n, x, y, shifted, j, flag)
end subroutine
