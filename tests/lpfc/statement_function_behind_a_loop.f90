! lpfc c: --outline
! A statement function reads what a loop before its call has set.
program p
  implicit none
  real :: t = 2, x(6) = [1., 2., 3., 4., 5., 6.], sf, a
  integer :: i
  sf(a) = a + t
  do i = 1, 6
    t = x(i)*2
    x(i) = t
  end do
  print *, sf(1.0)
end program
