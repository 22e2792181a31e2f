! RUN: tag_inames("i: g.0, j: g.1")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: transpose_triangle_in_place
! Every pair is visited twice.
subroutine transpose(n, a)
  implicit none
  integer n, i, j
  real*8 a(n, n)
  do j = 1, n
    do i = 1, n
      a(i, j) = a(i, j) + a(j, i)
    end do
  end do
end
