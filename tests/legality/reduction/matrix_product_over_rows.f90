! RUN: tag_inames("i: g.0, j: g.1"); prioritize_loops("j,i,k")
subroutine mm(n, a, b, c)
  implicit none
  integer n, i, j, k
  real*8 a(n, n), b(n, n), c(n, n)
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end
