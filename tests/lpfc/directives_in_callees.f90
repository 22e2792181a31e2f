! lpfc c openmp: -fopenmp
! What directives in called procedures do is up to who calls them: in a region, in a loop that threads share, or
! outside. Statements behind `!$` count everywhere.
module callees
  implicit none
contains
  subroutine raise(x)
    integer, intent(inout) :: x
    x = x + 1
!$  x = x*10
  end subroutine
  subroutine raise_all(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
      call raise(x(i))
    end do
  end subroutine
  subroutine inner(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer :: i
    !$omp do
    do i = 1, n
      x(i) = x(i) + 1
    end do
  end subroutine
  subroutine once(k)
    integer, intent(inout) :: k
    !$omp atomic
    k = k + 1
  end subroutine
  subroutine through(k)
    integer, intent(inout) :: k
    call once(k)
  end subroutine
  subroutine in_threads(n, x, k)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer, intent(inout) :: k
    integer :: i
    !$omp parallel num_threads(3)
    call inner(n, x)
    call once(k)
    !$omp end parallel
    !$omp parallel num_threads(2)
    call through(k)
    !$omp end parallel
    do i = 1, n
      x(i) = x(i) + 100
    end do
  end subroutine
  subroutine both(n, x, y)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n), y(n)
    integer :: i
    call inner(n, x)
    !$omp parallel do num_threads(2) if (n > 1000)
    do i = 1, n
      y(i) = i
    end do
  end subroutine
  subroutine counted(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer :: i, k
    !$omp parallel private(k) num_threads(2)
    k = 0
    !$omp do schedule(static)
    do i = 1, n
      k = k + 1
      x(i) = x(i) + k
    end do
    !$omp end do
    !$omp end parallel
  end subroutine
  subroutine largest(n, x)
    integer, intent(in) :: n
    integer, intent(inout) :: x(n)
    integer :: i, k
    k = 100
    !$omp parallel do reduction(+: k) num_threads(2) schedule(static)
    do i = 1, n
      k = k + 1
      x(i) = x(i) + k
    end do
    x(1) = k
  end subroutine
end module

program main
  use callees
  implicit none
  integer :: x(8), y(8), k
  x = 1
  k = 0
  call raise_all(8, x)
  print *, x
  call in_threads(8, x, k)
  print *, x, k
  x = 1
  !$omp parallel num_threads(3) private(y)
  call both(8, x, y)
  !$omp end parallel
  print *, x
  call counted(8, x)
  print *, x
  call largest(8, x)
  print *, x
end program
