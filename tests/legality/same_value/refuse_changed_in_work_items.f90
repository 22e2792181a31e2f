! RUN: tag_inames("i: l.0"); fix_parameters(m=20)
! EXPECT: lp::barriers::race lp::legality::work-items
! TWIN: input_in_work_items
subroutine rows(n, m, d, c)
  implicit none
  integer n, m, i, j
  real(8) d(n), c(n), p
  do i = 1, m
    p = i
    do j = 1, n
      c(j) = 2*d(j) + p
    end do
  end do
end
