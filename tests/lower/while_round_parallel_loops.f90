! RUN: auto_parallel()
! run: n=3,9,40 tol=0.01 maxit=0,3,20
! The host goes on as long as the device says.
subroutine solve(u, v, n, tol, maxit, err, it)
  implicit none
  integer, intent(in) :: n, maxit
  real(8), intent(inout) :: u(n), v(n)
  real(8), intent(in) :: tol
  real(8), intent(out) :: err
  integer, intent(out) :: it
  integer :: i
  err = 1d10
  it = 0
  do while (err > tol .and. it < maxit)
    do i = 2, n - 1
      v(i) = 0.5d0*(u(i + 1) + u(i - 1))
    end do
    err = 0
    do i = 2, n - 1
      err = max(err, abs(v(i) - u(i)))
    end do
    do i = 2, n - 1
      u(i) = v(i)
    end do
    it = it + 1
  end do
end subroutine
