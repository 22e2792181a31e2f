! RUN: tag_inames("i: g.0")
! EXPECT: lp::legality::private
! CLAIM: replaced
! TWIN: own_value
! Each step uses the value that the step before left behind.
subroutine carry(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), last
  last = 0
  do i = 1, n
    b(i) = a(i) - last
    last = a(i)
  end do
end
