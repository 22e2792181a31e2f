! RUN: assume("k >= 1"); split_iname("i", 4); prioritize_loops("i_inner,i_outer")
! EXPECT: lp::legality::order
! TWIN: stride_fixed
! Blocks of four are as long as the distance only for k = 4.
subroutine comb(n, k, x)
  implicit none
  integer n, k, i
  real*8 x(n + k)
  do i = 1, n
    x(i + k) = x(i) + 1
  end do
end
