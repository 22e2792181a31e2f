! RUN: split_iname("i", 4, outer_tag="g.0", inner_tag="l.0"); add_barrier("insn_0", "insn_1")
subroutine any_negative(n, x, found)
  implicit none
  integer n, i
  integer found(1)
  real(8) x(n)
  found(1) = 0
  do i = 1, n
    if (x(i) < 0) found(1) = 1
  end do
end
