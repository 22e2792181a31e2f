! RUN: auto_parallel()
! run: n=2,3,40 m=3,5,17
subroutine jacobi(u, v, n, m, err)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: u(n, m), v(n, m)
  real(8), intent(out) :: err
  integer :: i, j
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
end subroutine
