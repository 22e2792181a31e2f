! RUN: split_iname("s", 8, outer_tag="g.0", inner_tag="l.0")
! Systems are independent of each other, rows are not.
subroutine thomas(n, m, a, b, c, d)
  implicit none
  integer n, m, i, s
  real*8 a(m, n), b(m, n), c(m, n), d(m, n)
  do s = 1, m
    do i = 2, n
      b(s, i) = b(s, i) - a(s, i)*c(s, i - 1)
      d(s, i) = d(s, i) - a(s, i)*d(s, i - 1)
    end do
  end do
end
