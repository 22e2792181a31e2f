! RUN: rename_iname("j", "i", existing_ok=True)
subroutine shift(n, a, b, c)
  implicit none
  integer n, i, j
  real*8 a(n), b(n), c(n)
  do i = 1, n - 1
    b(i) = a(i + 1)
  end do
  do j = 1, n - 1
    a(j) = c(j)
  end do
end
