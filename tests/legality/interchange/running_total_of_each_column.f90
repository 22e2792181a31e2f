! RUN: prioritize_loops("j,i")
subroutine totals(n, m, a, b, s)
  implicit none
  integer n, m, i, j
  real*8 a(n, m), b(n, m), s(m)
  do i = 1, n
    do j = 1, m
      s(j) = s(j) + a(i, j)
      b(i, j) = s(j)
    end do
  end do
end
