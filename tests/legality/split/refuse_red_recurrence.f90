! RUN: split_iname("i", 3); prioritize_loops("i_inner,i_outer")
! EXPECT: lp::legality::order
! TWIN: blocks_as_long_as_the_distance
subroutine skip(n, a)
  implicit none
  integer n, i
  real*8 a(n)
  do i = 3, n
    a(i) = a(i - 2) + 1
  end do
end
