! RUN: auto_parallel()
! run: n1=3,12 n2=5 n3=6
subroutine residual(n1, n2, n3, u, rhs, r, w)
  implicit none
  integer, intent(in) :: n1, n2, n3
  double precision, intent(in) :: u(n1, n2, n3), rhs(n1, n2, n3), w(0:3)
  double precision, intent(out) :: r(n1, n2, n3)
  double precision :: cross(n1), corner(n1)
  integer :: i, j, k
  do k = 2, n3 - 1
    do j = 2, n2 - 1
      do i = 1, n1
        cross(i) = u(i, j - 1, k) + u(i, j + 1, k) + u(i, j, k - 1) + u(i, j, k + 1)
        corner(i) = u(i, j - 1, k - 1) + u(i, j + 1, k - 1) + u(i, j - 1, k + 1) + u(i, j + 1, k + 1)
      end do
      do i = 2, n1 - 1
        r(i, j, k) = rhs(i, j, k) - w(0)*u(i, j, k) - w(2)*(corner(i) + cross(i - 1) + cross(i + 1)) &
          - w(3)*(corner(i - 1) + corner(i + 1))
      end do
    end do
  end do
end subroutine
