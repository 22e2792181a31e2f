! RUN: split_iname("i", 16); add_prefetch("x", "i_inner")
! EXPECT: lp::precompute::overwritten lp::legality::order
! TWIN: prefetch_of_the_input
! WRONG: wrong_prefetch_of_the_result
subroutine decay(n, x)
  implicit none
  integer n, i
  real*8 x(n)
  do i = 2, n
    x(i) = x(i) + 0.5d0*x(i - 1)
  end do
end
