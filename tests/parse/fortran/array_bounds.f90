! Lower bounds, extents left open, and expressions in bounds.
subroutine shift(n, m, a, b, c, d)
  implicit none
  integer, intent(in) :: n, m
  real, dimension(0:n), intent(in) :: a
  real, dimension(-1:m) :: b
  real :: c(*), d(n, 2:*)
  integer :: i, j
  do i = 0, n
    c(i + 1) = a(i)
  end do
  do j = -1, m
    b(j) = 2*b(j)
  end do
  do j = 2, m
    do i = 1, n
      d(i, j) = a(i - 1) + b(j - 2)
    end do
  end do
end subroutine shift
