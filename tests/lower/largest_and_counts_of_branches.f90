! RUN: auto_parallel()
! run: n=0,1,40,300
! What branches make of a scalar is counted, and its largest value kept: `big` may start as anything.
subroutine branches(x, y, n, c, big, low)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8), intent(inout) :: big
  real(8), intent(out) :: low
  integer, intent(out) :: c
  integer :: i
  real(8) :: t
  c = 0
  low = minval(x)
  do i = 1, n
    t = x(i)
    if (t > 0.5d0) then
      t = t*2
      c = c + 1
    else if (y(i) > 0.2d0) then
      t = y(i)
    end if
    if (t > big) big = t
  end do
end subroutine
