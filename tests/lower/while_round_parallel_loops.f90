! RUN: auto_parallel()
! run: n=3,9,20 tol=0.01,1.0,200.0
! The host goes on as long as the device says.
subroutine solve(u, v, n, tol, err)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: u(n), v(n)
  real(8), intent(in) :: tol
  real(8), intent(out) :: err
  integer :: i
  err = 1d10
  do while (err > tol)
    do i = 2, n - 1
      v(i) = 0.25d0*(u(i + 1) + u(i - 1))
    end do
    err = 0.5d0*min(err, 100d0)
    do i = 2, n - 1
      u(i) = v(i)
    end do
  end do
end subroutine
