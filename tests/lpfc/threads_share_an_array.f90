! lpfc c openmp opencl: -fopenmp
! Threads call a kernel that may stop, each for its part of one array: what the others write meanwhile stays.
module m
contains
  subroutine root(n, lo, hi, x)
    integer, intent(in) :: n, lo, hi
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = lo, hi
      if (x(i) < 0) stop 'negative'
      x(i) = sqrt(x(i)) + 1
    end do
  end subroutine
end module
program p
  use m
  implicit none
  integer, parameter :: n = 40000, c = 40
  real(8), allocatable :: x(:)
  integer :: k, r
  allocate (x(n))
  x = 4
  do r = 1, 5
    !$omp parallel do schedule(dynamic)
    do k = 0, n/c/100 - 1
      call root(n, k*c*100 + 1, (k + 1)*c*100, x)
    end do
  end do
  print *, sum(x), minval(x), maxval(x)
end program
