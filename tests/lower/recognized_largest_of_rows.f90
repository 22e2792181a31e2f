! RUN: auto_parallel(reductions=True)
! run: n=0,1,7,40
subroutine largest(n, a, b, total)
  implicit none
  integer, intent(in) :: n
  real*8, intent(in) :: a(n, n)
  real*8, intent(out) :: b(n)
  real*8, intent(out) :: total
  integer :: i, j
  total = 0.0d0
  do i = 1, n
    b(i) = 0.0d0
    do j = 1, n
      b(i) = max(b(i), abs(a(j, i)))
    end do
  end do
  do i = 1, n
    do j = 1, i
      total = total + a(j, i)
    end do
  end do
end subroutine
