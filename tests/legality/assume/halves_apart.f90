! RUN: assume("k >= n"); tag_inames("i: g.0")
subroutine shift(n, k, x)
  implicit none
  integer n, k, i
  real*8 x(n + k)
  do i = 1, n
    x(i) = x(i + k)
  end do
end
