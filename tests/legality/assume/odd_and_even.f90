! RUN: assume("k mod 2 = 1"); tag_inames("i: g.0")
subroutine zip(n, k, x)
  implicit none
  integer n, k, i
  real*8 x(2*n + k)
  do i = 1, n
    x(2*i) = x(2*i + k)
  end do
end
