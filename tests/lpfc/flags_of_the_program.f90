! lpfc c:
! What raises no flag in the original raises none in a kernel.
module exact_sums
  implicit none
contains
  subroutine add(n, x, y)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    real, intent(in) :: y
    integer :: i
    do i = 1, n
      x(i) = x(i) + y
    end do
  end subroutine
end module

program flags_of_the_program
  use exact_sums
  use, intrinsic :: ieee_arithmetic
  implicit none
  real :: x(1000)
  logical :: flag
  x = 1
  call ieee_set_flag(ieee_inexact, .false.)
  call add(1000, x, 1.0)
  call ieee_get_flag(ieee_inexact, flag)
  print *, x(1), flag
  call add(1000, x, 0.1)
  call ieee_get_flag(ieee_inexact, flag)
  print *, x(1), flag
  call ieee_set_flag(ieee_inexact, .false.)
  x = 1
  call ieee_set_halting_mode(ieee_inexact, .true.)
  call add(1000, x, 1.0)
  call ieee_set_halting_mode(ieee_inexact, .false.)
  print *, x(1)
end program
