! RUN: auto_parallel()
! run: n=3,20 m=3,17 tol=0.01,0.5
! A sweep with its residual, until that is small: all but the test runs in parallel.
subroutine relax(u, v, n, m, tol, err, steps)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n, m), v(n, m)
  real(8), intent(in) :: tol
  real(8), intent(out) :: err
  integer, intent(out) :: steps
  integer :: i, j
  err = 2*abs(tol) + 1
  steps = 0
  do while (err > tol .and. steps < 8)
    err = 0
    do j = 2, m - 1
      do i = 2, n - 1
        v(i, j) = 0.25d0*(u(i+1, j) + u(i-1, j) + u(i, j+1) + u(i, j-1))
        err = max(err, abs(v(i, j) - u(i, j)))
      end do
    end do
    do j = 2, m - 1
      do i = 2, n - 1
        u(i, j) = v(i, j)
      end do
    end do
    steps = steps + 1
  end do
end subroutine
