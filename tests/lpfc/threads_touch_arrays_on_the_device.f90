! lpfc opencl: -fopenmp
! A thread waits for elements of an array whose stay on the device another one ends.
module m
contains
  subroutine add(n, x, by)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: by
    integer :: i
    do i = 1, n
      x(i) = x(i) + by
    end do
  end subroutine
end module
program p
  use m
  implicit none
  integer, parameter :: n = 30011, k = 12
  real(8), allocatable :: a(:, :), b(:)
  real(8), save :: st(n, k)
  integer :: j, r
  allocate (a(n, k))
  a = 1; st = 2
  do r = 1, 8
    call add(n*k, a, 1d0)
    !$omp parallel do num_threads(4) schedule(dynamic) private(b)
    do j = 1, k
      if (mod(j, 3) == 0) then
        a(:, j) = a(:, j) + 1
        st(1:n, j) = st(1:n, j) + a(1:n, j)
      else
        call add(n, a(:, j), real(j, 8))
        call add(n, st(:, j), real(j, 8))
      end if
      allocate (b(n))
      b = a(:, j)
      call add(n, b, 1d0)
      a(:, j) = a(:, j) + 0.001*b
      deallocate (b)
    end do
    if (mod(r, 4) == 0) call add(n*k, st, 1d0)
  end do
  print *, sum(a), sum(st), a(1, 1), a(n, k), st(1, 2), st(n, 3)
end program
