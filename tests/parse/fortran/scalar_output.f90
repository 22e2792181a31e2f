! A scalar argument that is assigned is a cell; the others are values.
subroutine total(n, x, s, least)
  implicit none
  integer, intent(in) :: n
  real*8, intent(in) :: x(n)
  real*8, intent(inout) :: s
  real*8, intent(out) :: least
  integer i
  least = 1.0d300
  do i = 1, n
    s = s + x(i)
    least = min(least, x(i))
  end do
end
