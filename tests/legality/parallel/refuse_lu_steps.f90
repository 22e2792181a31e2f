! RUN: tag_inames("k: g.0")
! EXPECT: lp::barriers::groups lp::legality::order
! TWIN: lu_rows_of_a_step
! Elimination steps depend on each other.
subroutine lu(a)
  implicit none
  integer k, i, j
  real*8 a(16, 16)
  do k = 1, 15
    do i = k + 1, 16
      do j = k + 1, 16
        a(i, j) = a(i, j) - a(i, k)*a(k, j)
      end do
    end do
  end do
end
