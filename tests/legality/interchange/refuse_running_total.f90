! RUN: prioritize_loops("j,i")
! EXPECT: lp::legality::order
! TWIN: running_total_of_each_column
! The total so far of a table that is read row by row.
subroutine totals(n, m, a, b, s)
  implicit none
  integer n, m, i, j
  real*8 a(n, m), b(n, m), s
  do i = 1, n
    do j = 1, m
      s = s + a(i, j)
      b(i, j) = s
    end do
  end do
end
