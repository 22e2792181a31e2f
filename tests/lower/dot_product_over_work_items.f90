! RUN: reassociate(); recognize_reductions(); split_iname("i", 32, inner_tag="l.0")
! run: n=0,1,31,32,33,1000
! The sum is rounded in another order than Fortran's, which the first step allows.
subroutine dot(n, x, y, s)
  implicit none
  integer :: n, i
  real(8) :: x(n), y(n), s
  s = 0
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end subroutine
