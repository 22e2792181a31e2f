! RUN: tag_inames("i: l.0")
! The inverse of a prefix sum, into another array.
subroutine differences(x, y)
  implicit none
  integer i
  real*8 x(64), y(64)
  do i = 2, 64
    y(i) = x(i) - x(i - 1)
  end do
end
