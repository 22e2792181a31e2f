! RUN: assume("n mod 16 = 0"); split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
subroutine fill(n, x)
  implicit none
  integer n, i
  real*8 x(n)
  do i = 1, n
    x(i) = 3*x(i)
  end do
end
