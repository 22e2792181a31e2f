! lpfc c openmp opencl:
! A kernel rounds to nearest, or does not run.
module m
contains
  subroutine s(n, x, y)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(out) :: y(n)
    integer :: i
    do i = 1, n
      if (x(i) /= 0) then
        y(i) = 1/x(i)
      else
        y(i) = 0
      end if
    end do
  end subroutine
  subroutine r(n, x, y)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    real, intent(out) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = x(i)/3
    end do
  end subroutine
end module
program p
  use m
  use, intrinsic :: ieee_arithmetic
  implicit none
  real :: x(1000), y(1000)
  integer :: i
  do i = 1, 1000
    x(i) = mod(i, 5) - 2
  end do
  call s(1000, x, y)
  print *, sum(y)
  call ieee_set_rounding_mode(ieee_down)
  x = 1
  call r(1000, x, y)
  print "(z8)", y(1), y(1000)
  call ieee_set_rounding_mode(ieee_nearest)
end program
