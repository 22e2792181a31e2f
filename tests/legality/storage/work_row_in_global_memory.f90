! RUN: tag_inames("i: g.0, k: g.0"); set_temporary_address_space("work", "global"); add_barrier("insn_0", "insn_1")
subroutine pass(a, b)
  implicit none
  integer i, k
  real*8 a(16), b(16), work(16)
  do i = 1, 16
    work(i) = 2*a(i)
  end do
  do k = 1, 16
    b(k) = work(17 - k)
  end do
end
