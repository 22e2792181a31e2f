! lpfc c: --outline
! data copy
! A loop of an elemental procedure calls pure procedures alone.
module m
 real(8) :: c(5) = 2
contains
 elemental function f(x) result(r)
  real(8), intent(in) :: x
  real(8) :: r
  integer :: i
  character(3) :: t
  write (t, '(i3)') int(x)
  r = x + ichar(t(3:3))
  do i = 1, 5
   r = r + x*c(i)
  end do
 end function
 subroutine s(x, n)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer :: i
  do i = 1, n
   x(i) = x(i) + i
  end do
 end subroutine
end module
program p
 use m
 real(8) :: x(5)
 x = 1
 call s(x, 5)
 print *, f(2d0), x
end program
