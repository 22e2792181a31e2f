! RUN: tag_inames("j: g.0")
! Every pair above the diagonal once.
subroutine transpose(n, a)
  implicit none
  integer n, i, j
  real*8 a(n, n)
  do j = 2, n
    do i = 1, j - 1
      a(i, j) = a(i, j) + a(j, i)
    end do
  end do
end
