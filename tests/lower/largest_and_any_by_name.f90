! RUN: auto_parallel()
! run: n=1,40,300
subroutine largest(x, n, s, l)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: s
  logical, intent(out) :: l
  s = maxval(x)
  l = any(x > 10)
end subroutine
