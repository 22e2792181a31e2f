! RUN: auto_parallel(atomics=True)
! run: n=0,1,300 nb=1,7,16
subroutine histogram(h, nb, x, n)
  implicit none
  integer, intent(in) :: n, nb
  integer, intent(inout) :: h(nb)
  real(8), intent(in) :: x(n)
  integer :: i, b
  do i = 1, n
    b = 1 + int(abs(x(i))*nb)
    if (b > nb) b = nb
    h(b) = h(b) + 1
  end do
end subroutine
