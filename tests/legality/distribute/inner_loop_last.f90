! RUN: duplicate_inames("i,j", "insn_1")
subroutine rows(n, a, d)
  implicit none
  integer n, i, j
  real*8 a(n, n), d(n)
  do i = 2, n
    d(i) = a(i, i)
    do j = 1, n
      a(i, j) = a(i, j) + d(i)
    end do
  end do
end
