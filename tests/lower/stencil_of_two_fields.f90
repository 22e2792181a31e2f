! RUN: auto_parallel()
! run: n=3,17,130 tsteps=1,4,2
! Two fields that follow from each other, step by step, as in PolyBench's stencils.
#define STEPS tsteps
subroutine jacobi(n, tsteps, a, b)
  implicit none
  integer, intent(in) :: n, tsteps
  double precision, dimension(n, n), intent(inout) :: a, b
  integer :: t, i, j
  do t = 1, STEPS
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j) = 0.2d0*(a(i, j) + a(i - 1, j) + a(i + 1, j) + a(i, j + 1) + a(i, j - 1))
      end do
    end do
    do j = 2, n - 1
      do i = 2, n - 1
        a(i, j) = b(i, j)
      end do
    end do
  end do
end subroutine
