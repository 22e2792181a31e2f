! Names that an `associate` gives and its block does not use are none that the front end makes for itself.
module m
contains
integer function g(k)
  integer, intent(inout) :: k
  k = k + 1
  g = k*1000
end function
subroutine t2(n, x, k, s)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: s
  integer, intent(inout) :: k
  real(8) :: r
  do r = 1, 5, 0.5d0
    associate (step => g(k))
      x(1) = x(1) + r
    end associate
  end do
end subroutine
subroutine t4(n, x, k, s)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: s
  integer, intent(inout) :: k
  real(8) :: r
  do r = 1, 5, 0.5d0
    associate (more => g(k))
      x(1) = x(1) + r
    end associate
  end do
end subroutine
subroutine t5(n, x, k)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer, intent(inout) :: k
  real(8), allocatable :: w(:)
  allocate(w(3))
  w = 1
  associate (w_allocated => g(k) > 2000)
    k = k + 1
  end associate
  if (allocated(w)) x(1) = w(1) + 2
end subroutine
subroutine t6(n, x, k)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  integer, intent(inout) :: k
  integer :: st
  real(8), allocatable :: w(:)
  allocate(w(3), stat=st)
  w = 1
  associate (failed => g(k) > 2000)
    k = k + 1
  end associate
  if (st == 0) x(1) = w(1) + 2
end subroutine
end module

