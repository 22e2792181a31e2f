! RUN: rename_iname("j", "i", existing_ok=True)
! EXPECT: lp::legality::order
! TWIN: shift_up
! The second loop overwrites what the first one still has to read.
subroutine shift(n, a, b, c)
  implicit none
  integer n, i, j
  real*8 a(n), b(n), c(n)
  do i = 2, n
    b(i) = a(i - 1)
  end do
  do j = 2, n
    a(j) = c(j)
  end do
end
