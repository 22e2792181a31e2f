! RUN: privatize_temporaries_with_inames("i", "loopy_cond0"); duplicate_inames("i", "insn_0 or insn_1")
subroutine clip(a, b, limit)
  implicit none
  integer i
  real*8 a(20), b(20), limit(20)
  do i = 2, 19
    if (a(i) > limit(i + 1)) then
      b(i) = limit(i + 1)
    end if
    limit(i) = a(i)
  end do
end
