! lpfc c opencl:
! Arguments that are called like helpers of the generated code.
module m
contains
  subroutine s(n, x, flag, launch, message, fail, check, element, t, k)
    integer, intent(in) :: n
    real, intent(in) :: x(n)
    logical, intent(in) :: flag
    integer, intent(in) :: launch, message
    real, intent(in) :: fail, check, element
    real, intent(inout) :: t
    integer, intent(out) :: k
    integer :: i
    do i = 1, n
      if (flag) then
        t = x(i)*launch + message - fail*check + element
      end if
      if (i > 2) exit
    end do
    k = i
  end subroutine
end module
program p
  use m
  implicit none
  real :: x(6) = [1., 2., 3., 4., 5., 6.], t = 0
  integer :: k
  call s(6, x, .true., 2, 3, 4., 5., 6., t, k)
  print *, t, k
end program
