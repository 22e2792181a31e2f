! RUN: tag_inames("j: g.0")
! EXPECT: lp::legality::private
! TWIN: recurrence_in_its_own_row
! CLAIM: covered
! What `c(i - 2)` reads first was left in `c(2)` by the iteration before.
subroutine lines(n, a, b)
  implicit none
  integer n, i, j
  real*8 a(16, n), b(16, n), c(16)
  c(2) = 0
  do j = 1, n
    c(1) = a(1, j)
    do i = 3, 16
      c(i) = a(i, j) - 0.5d0*c(i - 2)
    end do
    do i = 3, 16
      b(i, j) = c(i)
    end do
    c(2) = a(2, j)
  end do
end
