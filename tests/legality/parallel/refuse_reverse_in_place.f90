! RUN: tag_inames("i: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: reverse_half_in_place
subroutine mirror(n, x)
  implicit none
  integer n, i
  real*8 x(n)
  do i = 1, n
    x(i) = x(n + 1 - i)
  end do
end
