! lpfc c:
! A pointer of a module that is called like an intrinsic function may be another variable.
module m
  implicit none
  real, target :: tt = 1
  real :: abs
  pointer abs
contains
  subroutine a1(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i)*tt
      abs = x(i) + 1
      x(i) = x(i) + tt
    end do
  end subroutine
end module
program p
  use m
  implicit none
  real :: y(4) = [1., 2., 3., 4.]
  abs => tt
  call a1(y, 4)
  print *, y
end program
