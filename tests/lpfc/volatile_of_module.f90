! lpfc c: -fopenmp
! A flag that another thread sets is read each time.
module m
  implicit none
  integer, volatile :: go = 0
  integer, volatile :: seen(4) = 0
  real, volatile :: v = 1
contains
  subroutine waits(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do while (go == 0)
      x(1) = x(1) + 1e-9
    end do
    do i = 1, n
      x(i) = x(i) + go
    end do
  end subroutine
  subroutine signals(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    go = 5
    do i = 1, n
      x(i) = x(i)*2
    end do
    do while (seen(1) == 0)
      x(2) = x(2) + 1e-9
    end do
  end subroutine
end module
program p
  use m
  implicit none
  real :: x(4) = 1, y(4) = 1
  !$omp parallel sections num_threads(2)
  !$omp section
  call waits(4, x)
  seen(1) = 1
  !$omp section
  call signals(4, y)
  !$omp end parallel sections
  print *, x(3:4), y(3:4)
end program
