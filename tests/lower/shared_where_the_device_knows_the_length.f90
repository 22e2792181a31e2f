! RUN: auto_parallel(block=2)
! run: m=0,1,5000,5000,5000 lx=0,1,3,64,70
! The host does not know `n`, so a constant number of groups share its loop.
subroutine axpy(x, y, lx, m, a)
  implicit none
  integer, intent(in) :: lx, m
  real(8), intent(in) :: a, x(m)
  real(8), intent(inout) :: y(m)
  integer :: i, n
  n = min(lx*lx, m)
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine
