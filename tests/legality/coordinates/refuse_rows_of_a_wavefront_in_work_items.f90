! RUN: tag_inames("j: l.0")
! EXPECT: lp::barriers::race lp::legality::work-items
! TWIN: fronts_in_work_items
subroutine gs(u)
  implicit none
  integer i, j
  real*8 u(9, 9)
  do i = 2, 9
    do j = 2, 9
      u(i, j) = u(i - 1, j) + u(i, j - 1)
    end do
  end do
end
