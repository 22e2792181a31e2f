! RUN: split_iname("i", 16, outer_tag="g.0", inner_tag="l.0"); split_iname("j", 16, outer_tag="g.0", inner_tag="l.0"); add_barrier("insn_0", "insn_1")
subroutine heat(nt, n, u, w)
  implicit none
  integer nt, n, t, i, j
  real*8 u(n), w(n)
  do t = 1, nt
    do i = 2, n - 1
      w(i) = u(i - 1) + u(i + 1) - u(i)
    end do
    do j = 2, n - 1
      u(j) = w(j)
    end do
  end do
end
