! RUN: tag_inames("i:g.0, j:g.0")
! The second nest reads what the last iteration of the first left in `t`.
subroutine two(a, b, c, n)
  implicit none
  integer n, i, j
  real*8 a(n), b(n), c(n), t
  t = 0
  do i = 1, n
    t = 2*a(i)
    b(i) = t*t
  end do
  do j = 1, n
    c(j) = t + b(j)
    t = 3*b(j)
  end do
end subroutine
