! RUN: rename_iname("j", "i", existing_ok=True)
! EXPECT: lp::legality::order
! TWIN: both_ascending
! One loop runs down, the other up: they meet in the middle.
subroutine meet(n, a, b)
  implicit none
  integer n, i, j
  real*8 a(n), b(n)
  do i = n, 1, -1
    a(i) = 2*a(i)
  end do
  do j = 1, n
    b(j) = a(j)
  end do
end
