! lpfc opencl: -fopenmp
! One thread calls a kernel for a half of an array while another one writes the other half.
module m
contains
  subroutine part(n, lo, hi, x)
    integer, intent(in) :: n, lo, hi
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = lo, hi
      x(i) = sqrt(x(i)) + 1
    end do
  end subroutine
end module
program p
  use m
  implicit none
  integer, parameter :: n = 100000
  real(8), allocatable :: x(:)
  integer :: i, r
  allocate (x(n))
  x = 4
  do r = 1, 5
    !$omp parallel sections private(i)
    !$omp section
    call part(n, 1, n/2, x)
    !$omp section
    do i = n/2 + 1, n
      x(i) = x(i) + 1
    end do
    !$omp end parallel sections
  end do
  print *, x(1), x(n/2), x(n/2+1), x(n), minval(x(n/2+1:)), maxval(x(n/2+1:))
end program
