! RUN: assume("m <= ld"); split_iname("i", 4, outer_tag="g.0", inner_tag="l.0")
! A matrix kept in a vector: columns do not meet, since they are no longer than the leading dimension.
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
