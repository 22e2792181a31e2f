! RUN: split_iname("iteration_0", 4)
! run: n=0,1,3,9,20
! Both loops that become of `do while` are left.
subroutine halve(n, a)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: k
  k = n
  do while (k > 0)
    a(k) = a(k) + 1
    k = k/2
  end do
end subroutine
