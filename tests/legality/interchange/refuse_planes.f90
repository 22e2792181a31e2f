! RUN: prioritize_loops("i,j,k")
! EXPECT: lp::legality::order
! TWIN: planes
! The wind blows upwards and to the right; the innermost loop must not become the outermost one.
subroutine advect(n, u)
  implicit none
  integer n, i, j, k
  real*8 u(n, n, n)
  do k = 2, n
    do j = 1, n
      do i = 1, n - 1
        u(i, j, k) = u(i, j, k) + u(i + 1, j, k - 1)
      end do
    end do
  end do
end
