! RUN: split_iname("i", 8, outer_tag="g.0", inner_tag="l.0")
subroutine inner(n, x)
  implicit none
  integer n, i
  real*8 x(n)
  do i = 3, n - 2
    x(i) = x(i) + 1
  end do
end
