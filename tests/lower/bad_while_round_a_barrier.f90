! RUN: tag_inames({"i": "l.0", "i_0": "l.0"})
! Work items would have to agree on when they leave the loop.
subroutine mirror(a, b, k0)
  implicit none
  integer, intent(in) :: k0
  real(8), intent(inout) :: a(64), b(64)
  integer :: i, k
  k = k0
  do while (k > 0)
    do i = 1, 64
      b(i) = a(65 - i) + 1
    end do
    do i = 1, 64
      a(i) = b(i)*2
    end do
    k = k/2
  end do
end subroutine
