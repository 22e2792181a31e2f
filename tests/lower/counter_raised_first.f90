! RUN: auto_parallel()
! run: n=0,1,40,300
subroutine scaled(a, n, c, last)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  real, intent(in) :: c
  integer, intent(out) :: last
  integer :: i
  i = 0
  do while (i < n)
    i = i + 1
    a(i) = a(i)*c + i
  end do
  last = i
end subroutine
