! RUN: prioritize_loops("j,i")
! EXPECT: lp::legality::order
! TWIN: every_second_row
! Red rows only; each reads the red row before it.
subroutine red(n, m, a)
  implicit none
  integer n, m, i, j
  real*8 a(n, m)
  do i = 3, n, 2
    do j = 1, m - 1
      a(i, j) = a(i, j) - a(i - 2, j + 1)
    end do
  end do
end
