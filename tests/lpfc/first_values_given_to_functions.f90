! lpfc c:
! data copy
! A function in output changes a variable with a first value.
program p
  implicit none
  integer :: n = 10, i
  real(8) :: x(100)
  print *, bump(n)
  x = 1
  do i = 1, n
    x(i) = i
  end do
  call inner
  print *, x(:20)
contains
  integer function bump(k)
    integer, intent(inout) :: k
    k = k + 2
    bump = k
  end function
  subroutine inner
    integer :: i
    do i = 1, n
      x(i) = x(i)*2
    end do
  end subroutine
end program
