! RUN: split_iname("i", 8, outer_tag="g.0", inner_tag="l.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: thomas_many_systems
! Forward elimination of a tridiagonal system: every row needs the one before it.
subroutine thomas(n, a, b, c, d)
  implicit none
  integer n, i
  real*8 a(n), b(n), c(n), d(n)
  do i = 2, n
    b(i) = b(i) - a(i)*c(i - 1)
    d(i) = d(i) - a(i)*d(i - 1)
  end do
end
