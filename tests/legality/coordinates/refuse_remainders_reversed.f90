! RUN: map_domain("{ [i] -> [r] : r = 4 - i }")
! EXPECT: lp::legality::order
! TWIN: remainders_reversed
! CLAIM: linear form
! The first and the last iteration fill one element: `i/4` is not 0 in all of them.
subroutine fold(a, b)
  implicit none
  integer i
  real*8 a(4), b(5)
  do i = 0, 4
    a(modulo(i, 4) + 1) = b(i + 1)
  end do
end
