! RUN: split_iname("i", 4)
! run: n=0,1,3,9,20
! Blocks of a loop whose bound the outer one computes: the outer loop is left, though not all of it stands under one
! condition.
subroutine halve(n, a, steps)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer, intent(out) :: steps
  integer :: i, k
  k = n
  steps = 0
  do while (k > 0)
    do i = 1, k
      a(i) = a(i) + 1
    end do
    k = k/2
    steps = steps + 1
  end do
end subroutine
