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

! What is added to a complex number or subtracted from it has an imaginary part, a zero; so has an integer zero a sign.
subroutine integers(n, s, y)
  integer, intent(in) :: n
  complex, intent(in) :: s(n)
  complex, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = (s(i) - 4) + (s(i) + (-4)) + (-4 + s(i)) + (4 - s(i))
    y(i) = y(i) + (s(i)*0.0 + (-4)) - 0
  end do
end subroutine

subroutine nothing(n, p, s, y)
  integer, intent(in) :: n
  real(8), intent(in) :: p
  real, intent(in) :: s(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = s(i)*0 - 0**1
    if (i > 1) y(i) = (s(i) - 0) + (s(i)*0.0 + 0) - 0
  end do
end subroutine

! gfortran leaves a division by one out, also where it would change the sign of a zero.
subroutine by_one(n, p, z, y)
  integer, intent(in) :: n
  real(8), intent(in) :: p
  complex(8), intent(in) :: z(n)
  real(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = aimag((p*0*z(i))/mod(7, 3)) - real(-p*0*z(i)/1)
  end do
end subroutine

! A power of a sum of constants and products.
subroutine powers_of_sums(n, s, y)
  integer, intent(in) :: n
  real, intent(in) :: s(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = (1.1 + s(i))**11
    y(i) = y(i) + ((0.5 + s(1))**11)**5
  end do
end subroutine
