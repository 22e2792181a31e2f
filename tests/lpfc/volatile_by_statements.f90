! lpfc c: -fopenmp
! What is volatile by a statement, a continued one, or under another name is read each time.
module m
  implicit none
  integer, volatile :: arr(3) = 0
  integer, volatile :: first = 0, &
                       second = 0
  integer, &
    volatile :: third = 0
end module
module m2
  use m, only: renamed => arr, second, third
  implicit none
contains
  subroutine statement(n, x, f)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer, intent(inout) :: f
    volatile f
    do while (f == 0)
      x(1) = x(1) + 1e-9
    end do
  end subroutine
  subroutine by_another_name(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    do while (renamed(1) == 0)
      x(1) = x(1) + 1e-9
    end do
  end subroutine
  subroutine continued(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    do while (second == 0)
      x(1) = x(1) + 1e-9
    end do
  end subroutine
  subroutine continued2(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    do while (third == 0)
      x(1) = x(1) + 1e-9
    end do
  end subroutine
end module
program p
  use m
  use m2
  implicit none
  real :: x(4) = 0
  integer :: f = 0
  !$omp parallel sections num_threads(2)
  !$omp section
  call by_another_name(4, x)
  !$omp section
  block
    integer :: i
    real :: s
    s = 0
    do i = 1, 10000000
      s = s + 1e-9*i
    end do
    arr(1) = 1
    if (s < 0) print *, s
  end block
  !$omp end parallel sections
  print *, x(2)
  f = 1
  call statement(4, x, f)
end program
