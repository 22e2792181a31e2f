! RUN: tag_inames("i: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: halves_apart
! Whether the target overlaps the source depends on the shift.
subroutine shift(n, k, x)
  implicit none
  integer n, k, i
  real*8 x(n + k)
  do i = 1, n
    x(i) = x(i + k)
  end do
end
