! RUN: auto_parallel(reductions=True)
! run: n=0,1,40 mode=1,2,3 fast=false,true
! Each way to go has nests of its own; hosts launch those of the way that they go.
subroutine modes(n, mode, fast, x, y, s)
  implicit none
  integer, intent(in) :: n, mode
  logical, intent(in) :: fast
  real(8), intent(inout) :: x(n), y(n)
  real(8), intent(out) :: s
  integer :: i
  s = 0
  select case (mode)
  case (1)
    do i = 1, n
      x(i) = 2*x(i)
      s = s + x(i)*y(i)
    end do
  case (2)
    do i = 1, n
      y(i) = y(i) - x(i)
    end do
    if (.not. fast) then
      do i = 1, n
        s = s + y(i)
      end do
    end if
  case default
    do i = 1, n
      s = max(s, abs(x(i)))
    end do
  end select
end subroutine
