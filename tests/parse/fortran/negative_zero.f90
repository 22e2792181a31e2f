subroutine differences(n, p, q, a, b, c)
  integer, intent(in) :: n
  real(8), intent(in) :: p
  real, intent(in) :: q
  real(8), intent(inout) :: a(n)
  real, intent(inout) :: b(n)
  integer, intent(inout) :: c(n)
  integer :: i
  do i = 1, n
    a(i) = dim(-(p), 0.0d0) + dim(a(i), p)*0.0d0
    a(i) = dim(-(a(i)), 0.0d0)
    b(i) = dim(-(q*0.0), q*0.0)
    c(i) = dim(c(i), 2)
  end do
end subroutine
