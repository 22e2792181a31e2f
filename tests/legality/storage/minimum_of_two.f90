! RUN: tag_inames("i: g.0")
subroutine least(n, a, b)
  implicit none
  integer n, i
  real*8 a(n), b(n), low
  do i = 2, n
    low = a(i - 1)
    if (a(i) < low) then
      low = a(i)
    end if
    b(i) = low
  end do
end
