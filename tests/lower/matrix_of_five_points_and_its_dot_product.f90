! RUN: auto_parallel(reductions=True)
! run: nx=1,40 ny=7
subroutine apply(nx, ny, rx, ry, kx, ky, p, w, pw)
  implicit none
  integer, intent(in) :: nx, ny
  double precision, intent(in) :: rx, ry
  double precision, dimension(-1:nx + 2, -1:ny + 2), intent(in) :: kx, ky, p
  double precision, intent(inout) :: w(-1:nx + 2, -1:ny + 2)
  double precision, intent(out) :: pw
  integer :: i, j
  pw = 0
  do j = 1, ny
    do i = 1, nx
      w(i, j) = (1 + ry*(ky(i, j + 1) + ky(i, j)) + rx*(kx(i + 1, j) + kx(i, j)))*p(i, j) &
        - ry*(ky(i, j + 1)*p(i, j + 1) + ky(i, j)*p(i, j - 1)) &
        - rx*(kx(i + 1, j)*p(i + 1, j) + kx(i, j)*p(i - 1, j))
    end do
    do i = 1, nx
      pw = pw + w(i, j)*p(i, j)
    end do
  end do
end subroutine
