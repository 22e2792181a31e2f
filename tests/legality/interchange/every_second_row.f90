! RUN: prioritize_loops("j,i")
! A red row reads the black one before it, which this sweep leaves alone.
subroutine red(n, m, a)
  implicit none
  integer n, m, i, j
  real*8 a(n, m)
  do i = 3, n, 2
    do j = 1, m - 1
      a(i, j) = a(i, j) - a(i - 1, j + 1)
    end do
  end do
end
