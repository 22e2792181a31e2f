! RUN: tag_inames("i: g.0")
! EXPECT: lp::legality::private
! TWIN: minimum_of_two
! The least value so far, where a new one is found only now and then.
subroutine least(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), low
  low = 4
  do i = 1, n
    if (a(i) < low) then
      low = a(i)
    end if
    b(i) = low
  end do
end
