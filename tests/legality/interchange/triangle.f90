! RUN: prioritize_loops("j,i")
! The inner loop counts from the diagonal.
subroutine pascal(n, a)
  implicit none
  integer n, i, j
  real*8 a(n, n)
  do i = 2, n
    do j = i, n - 1
      a(i, j) = 2*a(i - 1, j - 1)
    end do
  end do
end
