! RUN: tag_inames("i: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: triangular_solve_of_columns
! Forward substitution: every unknown needs those before it.
subroutine solve(n, l, x)
  implicit none
  integer n, i, j
  real*8 l(n, n), x(n)
  do i = 2, n
    do j = 1, i - 1
      x(i) = x(i) - l(i, j)*x(j)
    end do
  end do
end
