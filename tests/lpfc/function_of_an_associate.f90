! lpfc c: --outline
! A function is called where the `associate` begins, and not where a loop in it stands.
module m
  implicit none
  integer :: j = 1
contains
  pure real function f(k)
    integer, intent(in) :: k
    f = k*j
  end function
end module
program p
  use m
  implicit none
  integer :: i
  real :: x(3) = [1., 2., 3.]
  associate (v => f(2))
    j = 5
    do i = 1, 3
      x(i) = x(i) + v*i
    end do
  end associate
  print *, x
end program
