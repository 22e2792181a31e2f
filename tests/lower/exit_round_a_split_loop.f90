! RUN: split_iname("i", 4)
! run: n=0,1,3,9,20
! A loop that is left long before its last iteration, with blocks of a loop of which it computes the bound.
subroutine halve(n, a, steps)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer, intent(inout) :: steps
  integer :: i, k, l
  k = n
  do l = 1, 100000000
    do i = 1, k
      a(i) = a(i) + 1
    end do
    k = k/2
    if (k == 0) exit
  end do
  steps = l
end subroutine
