! Each iteration needs the one before it, so that the loop cannot run on work groups.
! RUN: lpopt %s -p 'tag_inames("i:g.0")' -o %t/recurrence.cl
! EXPECT: refused lp::barriers::groups
! CHECK: is read by `insn_0(i = 1)` and written by `insn_0(i = 0)`
subroutine recurrence(n, a)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(0:n)
  integer :: i
  do i = 1, n
    a(i) = a(i - 1)/2 + 1
  end do
end subroutine
