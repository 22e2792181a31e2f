! Constants that are written as bits have the type of the function around them; the highest bit is the sign of an integer.
subroutine masks(n, k, m)
  integer, intent(in) :: n
  integer(8), intent(inout) :: k(n)
  integer, intent(out) :: m(n)
  integer(8), parameter :: low = int(Z'00003FFFFFFFFFFF', 8)
  integer :: i
  do i = 1, n
    m(i) = int(b'101') + int(O"17") + int(z'ffffffff') + int(z'80', 1) + ibset_like(i)
    k(i) = iand(low, k(i)) + int(z'FFFFFFFFFFFFFFFF', kind=8)
  end do
contains
  integer function ibset_like(i)
    integer, intent(in) :: i
    ibset_like = ior(i, int(z'40'))
  end function
end subroutine
subroutine reals(n, x, y)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  double precision, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    x(i) = x(i)*real(z'3fc00000', 4)
    y(i) = y(i)*real(z'bff8000000000000', 8) + dble(z'1')
  end do
end subroutine
