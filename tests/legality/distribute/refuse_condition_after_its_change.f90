! RUN: duplicate_inames("i", "insn_0 or insn_1")
! EXPECT: lp::legality::order
! TWIN: condition_before_its_change
! The threshold of the second half is moved by the first.
subroutine clip(n, a, b, limit)
  implicit none
  integer n, i
  real*8 a(n), b(n), limit(n)
  do i = 2, n
    if (a(i) > limit(i - 1)) then
      b(i) = limit(i - 1)
    end if
    limit(i) = a(i)
  end do
end
