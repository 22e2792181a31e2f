! RUN: tag_inames("j: g.0")
! CLAIM: covered
! Several statements together set what the recurrences read, in the same iteration of `j`.
subroutine lines(n, a, b)
  implicit none
  integer n, i, j
  real*8 a(16, n), b(16, n), c(16)
  do j = 1, n
    c(1) = a(1, j)
    do i = 2, 16
      c(i) = a(i, j) - 0.5d0*c(i - 1)
    end do
    b(16, j) = c(16)
    do i = 15, 1, -1
      c(i) = c(i) - 0.25d0*c(i + 1)
      b(i, j) = c(i)
    end do
  end do
end
