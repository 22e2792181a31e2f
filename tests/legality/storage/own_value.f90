! RUN: tag_inames("i: g.0")
subroutine carry(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), last
  do i = 1, n
    last = a(i)
    b(i) = a(i) - 2*last
  end do
end
