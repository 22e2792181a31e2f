! RUN: auto_parallel()
! run: n1=3,10,34 n2=3,7,20 n3=3,6,20
! A stencil of 27 points by rows that each pair of outer iterations needs for itself, as in multigrid benchmarks.
module sizes
  implicit none
  integer, parameter :: longest = 34
end module
subroutine residual(u, v, r, n1, n2, n3, a)
  use sizes
  implicit none
  integer n1, n2, n3
  double precision u(n1, n2, n3), v(n1, n2, n3), r(n1, n2, n3), a(0:3)
  double precision edges(longest), corners(longest)
  integer i1, i2, i3
!$omp parallel do private(i1, i2, edges, corners)
  do i3 = 2, n3 - 1
    do i2 = 2, n2 - 1
      do i1 = 1, n1
        edges(i1) = u(i1, i2 - 1, i3) + u(i1, i2 + 1, i3) + u(i1, i2, i3 - 1) + u(i1, i2, i3 + 1)
        corners(i1) = u(i1, i2 - 1, i3 - 1) + u(i1, i2 + 1, i3 - 1) + u(i1, i2 - 1, i3 + 1) &
                      + u(i1, i2 + 1, i3 + 1)
      end do
      do i1 = 2, n1 - 1
        r(i1, i2, i3) = v(i1, i2, i3) - a(0)*u(i1, i2, i3) &
                        - a(2)*(corners(i1) + edges(i1 - 1) + edges(i1 + 1)) &
                        - a(3)*(corners(i1 - 1) + corners(i1 + 1))
      end do
    end do
  end do
  call wrap(r, n1, n2, n3)
end subroutine
subroutine wrap(r, n1, n2, n3)
  implicit none
  integer n1, n2, n3, i1, i2
  double precision r(n1, n2, n3)
  do i2 = 1, n2
    do i1 = 1, n1
      r(i1, i2, 1) = r(i1, i2, n3 - 1)
      r(i1, i2, n3) = r(i1, i2, 2)
    end do
  end do
end subroutine
