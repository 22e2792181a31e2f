! What is no region of whole statements.
subroutine f(n, x)
  integer, intent(in) :: n
  real, intent(inout) :: x(n)
  integer :: i
  !$loopy begin kernel: half
  do i = 1, n
    x(i) = 1
    !$loopy end kernel
  end do
  !$loopy begin kernel: x
  x(1) = 2
  !$loopy end kernel
  !$loopy begin kernel: leaves
  if (x(1) > 0) return
  x(1) = 3
  !$loopy end kernel
  !$loopy begin kernel: nothing
  !$loopy end kernel
  !$loopy end kernel
  !$loopy begin kernel
end subroutine
