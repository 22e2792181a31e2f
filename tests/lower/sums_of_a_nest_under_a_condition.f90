! RUN: auto_parallel(reductions=True)
! run: n=0,1,40 m=1,17 flag=0,1
subroutine sums(x, y, n, m, flag, s, c, big)
  implicit none
  integer, intent(in) :: n, m, flag
  real(8), intent(in) :: x(n, m)
  real(8), intent(inout) :: y(n, m)
  real(8), intent(inout) :: s, big
  integer, intent(inout) :: c
  integer :: i, j
  if (flag > 0) then
    do j = 1, m
      do i = 1, n
        y(i, j) = 2*x(i, j)
        s = s + y(i, j)
        if (y(i, j) > 0.5d0) c = c + 1
        if (big < y(i, j)) big = y(i, j)
      end do
    end do
  end if
end subroutine
