! RUN: tag_inames("k: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: matrix_product_over_rows
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
