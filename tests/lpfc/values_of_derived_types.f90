! lpfc c:
! Functions give values of derived types to other functions, and nothing else in the routine has such a type.
module pairs
  implicit none
  type pair
    real(8) :: x = 0, y = 1
  end type
contains
  function made(i) result(r)
    integer, intent(in) :: i
    type(pair) :: r
    r%x = i
    r%y = 2*i
  end function
  type(pair) function swapped(a)
    type(pair), intent(in) :: a
    swapped%x = a%y
    swapped%y = a%x
  end function
  real(8) function difference(a)
    type(pair), intent(in) :: a
    difference = a%x - 3*a%y
  end function
  subroutine add(a, y)
    type(pair), intent(in) :: a
    real(8), intent(inout) :: y
    y = y + a%x*a%y
  end subroutine
  subroutine nested(n, y)
    integer, intent(in) :: n
    real(8), intent(inout) :: y(n)
    integer :: i
    do i = 1, n
      y(i) = difference(made(i)) + 100*difference(swapped(made(i)))
      if (difference(made(i)) > -10) call add(swapped(made(i)), y(i))
    end do
  end subroutine
end module

program main
  use pairs
  implicit none
  real(8) :: y(4) = 0
  call nested(4, y)
  print *, y
end program
