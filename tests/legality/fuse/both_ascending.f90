! RUN: rename_iname("j", "i", existing_ok=True)
subroutine meet(n, a, b)
  implicit none
  integer n, i, j
  real*8 a(n), b(n)
  do i = 1, n
    a(i) = 2*a(i)
  end do
  do j = 1, n
    b(j) = a(j)
  end do
end
