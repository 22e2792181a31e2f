! RUN: split_iname("i", 16); add_prefetch("x", "i_inner")
subroutine decay(n, x, y)
  implicit none
  integer n, i
  real*8 x(n), y(n)
  do i = 2, n
    y(i) = x(i) + 0.5d0*x(i - 1)
  end do
end
