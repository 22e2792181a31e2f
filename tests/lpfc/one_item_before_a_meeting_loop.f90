! lpfc opencl:
! One work item does what stands between two loops of one of its groups, before work items meet in a loop.
module m1
  integer, save :: v = 41
  integer :: p(4) = 20
contains
  subroutine r6(n, s, w)
    integer, intent(in) :: n
    integer, intent(inout) :: s(n)
    integer, intent(in) :: w(4)
    integer :: i, j, g2
    g2 = v + 3
    do j = 1, 3
      g2 = mod(g2 + j*2, 700)
    end do
    p(1) = p(1) + 7
    s(1) = s(1) + g2
    do i = 1, n
      s(i) = s(i) + w(i) + 6
    end do
    do i = 1, 4
      p = p + w(i)
      s(i) = s(i) + p(2)
    end do
  end subroutine
end module
program q
  use m1
  integer :: s(4) = 1, w(4) = [3, 4, 5, 6]
  call r6(4, s, w)
  print *, s, p
end
