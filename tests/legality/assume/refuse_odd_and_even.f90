! RUN: tag_inames("i: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: odd_and_even
! Odd cells are read and even ones written only if the offset is odd.
subroutine zip(n, k, x)
  implicit none
  integer n, k, i
  real*8 x(2*n + k)
  do i = 1, n
    x(2*i) = x(2*i + k)
  end do
end
