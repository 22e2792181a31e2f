! RUN: prioritize_loops("j,i")
! EXPECT: lp::legality::order
! TWIN: triangle
! Rows of a triangle, each from the one above, shifted.
subroutine pascal(n, a)
  implicit none
  integer n, i, j
  real*8 a(n, n)
  do i = 2, n
    do j = i, n - 1
      a(i, j) = a(i - 1, j + 1) + a(i - 1, j)
    end do
  end do
end
