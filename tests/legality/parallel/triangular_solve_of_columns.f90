! RUN: tag_inames("r: g.0")
! Right-hand sides are independent of each other.
subroutine solve(n, m, l, x)
  implicit none
  integer n, m, i, j, r
  real*8 l(n, n), x(n, m)
  do r = 1, m
    do i = 2, n
      do j = 1, i - 1
        x(i, r) = x(i, r) - l(i, j)*x(j, r)
      end do
    end do
  end do
end
