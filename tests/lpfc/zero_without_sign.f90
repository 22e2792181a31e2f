! lpfc c: -fno-sign-zero
! The option gives `sign` another meaning.
subroutine s(n, x, y)
  implicit none
  integer, intent(in) :: n
  real, intent(in) :: x(n)
  real, intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = sign(2.0, x(i))
  end do
end subroutine
program p
  implicit none
  real :: x(4), y(4)
  x = [1., -1., 0., -0.]
  x(4) = -x(3)
  call s(4, x, y)
  print *, y
end program
