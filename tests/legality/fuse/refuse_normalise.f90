! RUN: rename_iname("j", "i", existing_ok=True)
! EXPECT: lp::legality::order
! TWIN: scale
! The norm is known only after the first loop.
subroutine normalise(n, x, s)
  implicit none
  integer n, i, j
  real*8 x(n), s
  s = 1
  do i = 1, n
    s = s + x(i)*x(i)
  end do
  do j = 1, n
    x(j) = x(j)/s
  end do
end
