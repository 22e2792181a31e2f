! RUN: rename_iname("j", "i", existing_ok=True)
! EXPECT: lp::legality::order
! TWIN: sum_and_sum_of_squares
! The deviations need the whole sum.
subroutine moments(n, x, s, d)
  implicit none
  integer n, i, j
  real*8 x(n), s, d
  s = 0
  d = 0
  do i = 1, n
    s = s + x(i)
  end do
  do j = 1, n
    d = d + (n*x(j) - s)**2
  end do
end
