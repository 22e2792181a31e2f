! RUN: tag_inames("i: g.0")
! Each coarse cell collects from its fine ones.
subroutine coarsen(n, fine, coarse)
  implicit none
  integer n, i
  real*8 fine(2*n), coarse(n)
  do i = 1, n
    coarse(i) = coarse(i) + fine(2*i - 1) + fine(2*i)
  end do
end
