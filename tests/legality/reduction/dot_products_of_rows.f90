! RUN: split_iname("j", 16, outer_tag="g.0", inner_tag="l.0")
subroutine dots(n, m, a, b, s)
  implicit none
  integer n, m, i, j
  real*8 a(m, n), b(n), s(m)
  do j = 1, m
    s(j) = 0
    do i = 1, n
      s(j) = s(j) + a(j, i)*b(i)
    end do
  end do
end
