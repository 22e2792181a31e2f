! RUN: tag_inames("i: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: restriction
! Two fine cells add to the same coarse one.
subroutine coarsen(n, fine, coarse)
  implicit none
  integer n, i
  real*8 fine(2*n), coarse(n)
  do i = 1, 2*n
    coarse((i + 1)/2) = coarse((i + 1)/2) + fine(i)
  end do
end
