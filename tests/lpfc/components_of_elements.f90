! lpfc c: --outline
! A component of each element of an allocatable array has gaps, and is no allocatable array itself.
module m
  implicit none
  type state
    real :: low = 1, high = 2
  end type
  type(state), allocatable :: states(:)
contains
  subroutine widen(n)
    integer, intent(in) :: n
    integer :: i
    do i = 1, n
      states(i)%low = states(i)%low - states(i)%high
    end do
  end subroutine
  subroutine other(n, x)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) + 1
    end do
  end subroutine
end module
program p
  use m
  implicit none
  real :: x(3) = 1
  allocate (states(3))
  call widen(3)
  call other(3, x)
  print *, states%low, x
end program
