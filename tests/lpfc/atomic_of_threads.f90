! lpfc c: -fopenmp
! Threads take turns at a sum; a kernel would not.
module m
  implicit none
  integer :: hist(8) = 0
  real(8) :: total = 0
contains
  subroutine deposit(n, x)
    integer, intent(in) :: n, x(n)
    integer :: i
    do i = 1, n
      !$omp atomic
      hist(x(i)) = hist(x(i)) + 1
    end do
  end subroutine
  subroutine crit(n, x)
    integer, intent(in) :: n, x(n)
    integer :: i
    !$omp critical
    do i = 1, n
      total = total + x(i)
    end do
    !$omp end critical
  end subroutine
  subroutine atot(n, x)
    integer, intent(in) :: n, x(n)
    integer :: i
    do i = 1, n
      !$omp atomic
      total = total + x(i)
    end do
  end subroutine
end module
program p
  use m
  implicit none
  integer :: k, x(2000), i
  do i = 1, 2000
    x(i) = mod(i, 8) + 1
  end do
  !$omp parallel do num_threads(4) schedule(dynamic)
  do k = 1, 200
    call deposit(2000, x)
  end do
  print *, hist, sum(hist)
  !$omp parallel do num_threads(4) schedule(dynamic)
  do k = 1, 200
    call crit(2000, x)
  end do
  print *, total
  !$omp parallel do num_threads(4) schedule(dynamic)
  do k = 1, 200
    call atot(2000, x)
  end do
  print *, total
end program
