! RUN: tag_inames("i: l.0")
! EXPECT: lp::barriers::race lp::legality::work-items
! TWIN: differences
subroutine scan(x)
  implicit none
  integer i
  real*8 x(64)
  do i = 2, 64
    x(i) = x(i) + x(i - 1)
  end do
end
