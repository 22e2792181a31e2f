! lpfc c openmp:
! data copy
! Only a branch without effect names an argument: the function has it all the same.
module m
contains
 subroutine t(n, k, x)
  integer, intent(in) :: n, k
  real(8), intent(inout) :: x(6)
  integer :: i, j
  real(8) :: a, v(6)
  do i = 1, 6
   select case (k)
   case (0)
    do j = 1, 6
     x(j) = 3
    end do
   case (5:)
    a = x(1 + modulo(n, 6))
    v(1) = a
   end select
  end do
 end subroutine
end module
program p
 use m
 real(8) :: x(6)
 x = 1
 call t(1, 6, x)
 print *, x
 call t(1, 0, x)
 print *, x
end program
