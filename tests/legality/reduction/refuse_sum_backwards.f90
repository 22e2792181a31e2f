! RUN: map_domain("[n] -> { [i] -> [r] : r = n - 1 - i }")
! EXPECT: lp::legality::order
! TWIN: integer_sum_backwards
! Floating-point sums depend on their order, which Fortran fixes.
subroutine total(n, a, s)
  implicit none
  integer n, i
  real*8 a(n), s
  do i = 1, n
    s = s + a(i)
  end do
end
