! RUN: duplicate_inames("i", "insn_1")
! EXPECT: lp::legality::order
! TWIN: neighbour_updated_before
subroutine pair(n, a, b, c)
  implicit none
  integer n, i
  real*8 a(n), b(n), c(n)
  do i = 1, n - 1
    a(i) = c(i)
    b(i) = a(i + 1)
  end do
end
