! RUN: split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
subroutine lookup(n, m, bin, h, c)
  implicit none
  integer n, m, i
  integer bin(n), h(m), c(n)
  do i = 1, n
    c(i) = h(bin(i)) + 1
  end do
end
