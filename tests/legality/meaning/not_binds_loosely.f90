! RUN: tag_inames("i: g.0")
subroutine front(n, x)
  implicit none
  integer n, i
  real*8 x(n)
  do i = 1, n
    if (.not. i > 4) then
      x(i) = 0
    end if
  end do
end
