! lpfc c:
! What the names in a submodule mean, its parent says.
module a
  implicit none
  real :: last = 0, arr(4) = 0
  integer :: k = 5
  interface
    module subroutine sa(n, x)
      integer, intent(in) :: n
      real, intent(inout) :: x(n)
    end subroutine
  end interface
end module
submodule (a) impl
  real :: own = 0
  integer, parameter :: np = 3
contains
  module subroutine sa(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    call helper(n, x)
    call helper2(n, x)
    print *, own
  end subroutine
  subroutine helper(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      last = x(i) + 1
      x(i) = last*2
    end do
  end subroutine
  subroutine helper2(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      own = x(i)
      k = i
      x(i) = own*2
    end do
  end subroutine
end submodule
program p
  use a
  implicit none
  real :: x(3) = 1
  call sa(3, x)
  print *, x, last, k
end program
