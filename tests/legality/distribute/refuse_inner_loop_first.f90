! RUN: duplicate_inames("i,j", "insn_1")
! EXPECT: lp::legality::order
! TWIN: inner_loop_last
! A row is used to make the next one before its own entry of the diagonal is set.
subroutine rows(n, a, d)
  implicit none
  integer n, i, j
  real*8 a(n, n), d(n)
  do i = 2, n
    d(i) = a(i - 1, i)
    do j = 1, n
      a(i, j) = a(i, j) + d(i)
    end do
  end do
end
