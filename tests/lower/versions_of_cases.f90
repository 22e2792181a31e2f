! RUN: auto_specialize("n", [2, 7, 50])
! run: n=2,7,3,50,1
! A program that tells sizes apart itself, statements in no loop, and a loop that ends when data say so.
subroutine cases(n, a, r, k)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(out) :: r
  integer, intent(out) :: k
  integer :: i
  r = 2.0d0*n
  select case (n)
  case (2)
    r = r + a(1)*a(2)
  case (3:8)
    do i = 1, n
      r = r + a(i)/n
    end do
  case default
    r = -r
  end select
  if (n == 7) r = r + 0.5d0
  do i = 1, n
    a(i) = a(i)*r
  end do
  k = 0
  do while (k < n)
    k = k + 1
    if (a(k) > 3.0d0) exit
  end do
end subroutine
