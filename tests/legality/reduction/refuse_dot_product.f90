! RUN: split_iname("i", 16, outer_tag="g.0", inner_tag="l.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: dot_products_of_rows
subroutine dot(n, a, b, s)
  implicit none
  integer n, i
  real*8 a(n), b(n), s
  s = 0
  do i = 1, n
    s = s + a(i)*b(i)
  end do
end
