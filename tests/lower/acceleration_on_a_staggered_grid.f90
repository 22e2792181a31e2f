! RUN: auto_parallel()
! run: lo=1 hi=5,40 south=2 north=7
subroutine push(lo, hi, south, north, dt, face_x, face_y, volume, density, pressure, stress, u0, v0, u1, v1)
  implicit none
  integer, intent(in) :: lo, hi, south, north
  double precision, intent(in) :: dt
  double precision, dimension(lo - 2:hi + 2, south - 2:north + 2), intent(in) :: volume, density, pressure, stress
  double precision, dimension(lo - 2:hi + 3, south - 2:north + 2), intent(in) :: face_x
  double precision, dimension(lo - 2:hi + 2, south - 2:north + 3), intent(in) :: face_y
  double precision, dimension(lo - 2:hi + 3, south - 2:north + 3), intent(in) :: u0, v0
  double precision, dimension(lo - 2:hi + 3, south - 2:north + 3), intent(out) :: u1, v1
  double precision :: step
  integer :: i, j
  do j = south, north + 1
    do i = lo, hi + 1
      step = 0.5d0*dt/(0.25d0*(density(i - 1, j - 1)*volume(i - 1, j - 1) + density(i, j - 1)*volume(i, j - 1) &
        + density(i, j)*volume(i, j) + density(i - 1, j)*volume(i - 1, j)) + 1d0)
      u1(i, j) = u0(i, j) - step*(face_x(i, j)*(pressure(i, j) - pressure(i - 1, j)) &
        + face_x(i, j - 1)*(pressure(i, j - 1) - pressure(i - 1, j - 1)))
      v1(i, j) = v0(i, j) - step*(face_y(i, j)*(pressure(i, j) - pressure(i, j - 1)) &
        + face_y(i - 1, j)*(pressure(i - 1, j) - pressure(i - 1, j - 1)))
      u1(i, j) = u1(i, j) - step*(face_x(i, j)*(stress(i, j) - stress(i - 1, j)) &
        + face_x(i, j - 1)*(stress(i, j - 1) - stress(i - 1, j - 1)))
      v1(i, j) = v1(i, j) - step*(face_y(i, j)*(stress(i, j) - stress(i, j - 1)) &
        + face_y(i - 1, j)*(stress(i - 1, j) - stress(i - 1, j - 1)))
    end do
  end do
end subroutine
