! RUN: split_iname("i", 8, outer_tag="g.0", inner_tag="l.0")
subroutine kernel(n, global, double, half)
  implicit none
  integer n, i
  real*8 global(n), double(n), half
  do i = 1, n
    global(i) = double(i)*half
  end do
end
