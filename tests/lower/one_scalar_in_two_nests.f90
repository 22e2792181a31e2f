! RUN: tag_inames("i:g.0, j:g.0")
! run: n=0,1,2,9
! Two live ranges of `t`, each within one work item.
subroutine two(a, b, c, n)
  implicit none
  integer n, i, j
  real*8 a(n), b(n), c(n), t
  do i = 1, n
    t = 2*a(i)
    b(i) = t*t
  end do
  do j = 1, n
    t = 3*b(j)
    c(j) = t + t*t
  end do
end subroutine
