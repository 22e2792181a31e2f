! lpfc c:
! The variable of an implied loop in output is a variable of the program, which has another value behind it.
program io1
  implicit none
  integer :: n2 = 10, n3 = 10
  real :: x(40) = 0
  print *, (n2, n2 = 1, 3)
  write (*, '(3i4)') (n3*2, n3 = 1, 2)
  call s1
  print *, x(1:2)
contains
  subroutine s1
    integer :: j
    do j = 1, 20, 2
      x(j) = n2
      x(j + 1) = n3
    end do
  end subroutine
end program
