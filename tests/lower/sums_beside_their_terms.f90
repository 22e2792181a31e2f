! RUN: auto_parallel(reductions=True)
! run: nx=1,7,40 ny=1,3,33
! One step of conjugate gradients: the product and its sum are in one nest.
subroutine product_and_sum(nx, ny, p, w, kx, ky, pw)
  implicit none
  integer, intent(in) :: nx, ny
  real(8), intent(in) :: p(0:nx + 1, 0:ny + 1), kx(nx + 1, ny + 1), ky(nx + 1, ny + 1)
  real(8), intent(out) :: w(nx, ny), pw
  integer :: j, k
  pw = 0
  do k = 1, ny
    do j = 1, nx
      w(j, k) = (1 + ky(j, k + 1) + ky(j, k) + kx(j + 1, k) + kx(j, k))*p(j, k) &
        - (ky(j, k + 1)*p(j, k + 1) + ky(j, k)*p(j, k - 1)) - (kx(j + 1, k)*p(j + 1, k) + kx(j, k)*p(j - 1, k))
      pw = pw + w(j, k)*p(j, k)
    end do
  end do
end subroutine
