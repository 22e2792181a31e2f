! RUN: assume("m <= ld + 1"); split_iname("i", 4, outer_tag="g.0", inner_tag="l.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: rows_of_an_assumed_length
! UNSHOWN: the interpreter runs the groups in the order of the loop
subroutine doubled(a, m, n, ld)
  implicit none
  integer, intent(in) :: m, n, ld
  real*8, intent(inout) :: a(ld*n + 1)
  integer :: i, j, k
  do i = 1, m
    do j = 1, n
      k = (j - 1)*ld + i
      a(k) = a(k)*2 + i
    end do
  end do
end subroutine
