! RUN: split_iname("i", 8, outer_tag="g.0", inner_tag="l.0")
subroutine halves(n, k, m)
  implicit none
  integer n, i
  integer k(n), m(n)
  do i = 1, n
    m(i) = (k(i) - 9)/2 + mod(k(i) - 9, 4)
  end do
end
