! RUN: auto_parallel()
! run: n=0,1,40,300
subroutine squares(a, n, last, down, k)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  real, intent(out) :: last, down
  integer, intent(inout) :: k
  integer :: i
  real :: t
  t = 0
  do i = 1, n
    t = a(i)**2
    a(i) = t
  end do
  last = t
  down = 1
  do i = n, 1, -1
    k = i
    if (a(i) > 0.5) k = -i
    down = a(i) + k
    a(i) = down
  end do
end subroutine
