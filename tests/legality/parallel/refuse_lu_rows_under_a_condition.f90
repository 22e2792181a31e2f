! RUN: tag_inames("i: l.0")
! EXPECT: lp::barriers::race lp::legality::work-items
! TWIN: lu_rows_under_a_condition
! The row of the step changes while the others read it.
subroutine lu(a)
  implicit none
  integer k, i, j
  real*8 a(5, 5)
  do k = 1, 4
    do i = 1, 5
      do j = k + 1, 5
        if (i >= k) then
          a(i, j) = a(i, j) - a(i, k)*a(k, j)
        end if
      end do
    end do
  end do
end
