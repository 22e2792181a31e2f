! RUN: tag_inames("i: g.0")
! EXPECT: lp::barriers::groups lp::legality::groups
! TWIN: strided_by_an_argument
! Two iterations have one element.
subroutine number(n, x, incx)
  implicit none
  integer n, incx, i
  real*8 x(1 + n*incx)
  if (incx < 1) return
  do i = 1, n
    x(1 + ((i - 1)/2)*incx) = i
  end do
end
