! RUN: tag_inames("j: g.0")
! EXPECT: lp::legality::private
! TWIN: recurrence_in_its_own_row
! CLAIM: covered
! Only the first iteration of `j` sets where the recurrence begins.
subroutine lines(n, a, b)
  implicit none
  integer n, i, j
  real*8 a(16, n), b(16, n), c(16)
  do j = 1, n
    if (j == 1) c(1) = a(1, j)
    do i = 2, 16
      c(i) = a(i, j) - 0.5d0*c(i - 1)
    end do
    do i = 2, 16
      b(i, j) = c(i)
    end do
    c(1) = a(3, j)
  end do
end
