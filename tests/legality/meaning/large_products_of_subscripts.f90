! RUN: tag_inames("i: g.0")
! The subscript is small, but the product in it is not.
subroutine mix(n, x, y)
  implicit none
  integer n, i
  real*8 x(1003), y(n)
  do i = 1, n
    y(i) = x(mod(499*i, 1003) + 1)
  end do
end
