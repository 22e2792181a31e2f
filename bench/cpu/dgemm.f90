subroutine dgemm(n, a, b, c)
  implicit none
  integer, intent(in) :: n
  real*8, intent(in) :: a(n, n), b(n, n)
  real*8, intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + b(k, j)*a(i, k)
      end do
    end do
  end do
end subroutine
