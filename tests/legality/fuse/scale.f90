! RUN: rename_iname("j", "i", existing_ok=True)
subroutine scale(n, x, s, t)
  implicit none
  integer n, i, j
  real*8 x(n), s, t
  s = 1
  do i = 1, n
    s = s + x(i)*x(i)
  end do
  do j = 1, n
    x(j) = x(j)/t
  end do
end
