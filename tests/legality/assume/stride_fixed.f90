! RUN: fix_parameters(k=4); split_iname("i", 4); prioritize_loops("i_inner,i_outer")
subroutine comb(n, k, x)
  implicit none
  integer n, k, i
  real*8 x(n + k)
  do i = 1, n
    x(i + k) = x(i) + 1
  end do
end
