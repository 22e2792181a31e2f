! RUN: split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: histogram_lookup
subroutine histogram(n, m, bin, h)
  implicit none
  integer n, m, i
  integer bin(n), h(m)
  do i = 1, n
    h(bin(i)) = h(bin(i)) + 1
  end do
end
