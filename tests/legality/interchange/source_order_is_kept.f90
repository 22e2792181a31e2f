! RUN:
! Loops come in the order of the source although nothing asks for it; names or inference must not reorder them.
subroutine keep(n, m, a)
  implicit none
  integer n, m, i, j
  real*8 a(n, m)
  do j = 2, m
    do i = 1, n - 1
      a(i, j) = a(i + 1, j - 1) + 1
    end do
  end do
end
