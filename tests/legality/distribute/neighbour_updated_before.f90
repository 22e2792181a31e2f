! RUN: duplicate_inames("i", "insn_1")
subroutine pair(n, a, b, c)
  implicit none
  integer n, i
  real*8 a(n), b(n), c(n)
  do i = 1, n - 1
    a(i) = c(i)
    b(i) = a(i)
  end do
end
