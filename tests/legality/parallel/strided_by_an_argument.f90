! RUN: tag_inames("i: g.0")
! CLAIM: multiple
subroutine number(n, x, incx)
  implicit none
  integer n, incx, i
  real*8 x(1 + n*incx)
  if (incx == 0) return
  do i = 1, n
    x(1 + (i - 1)*incx) = i
  end do
end
