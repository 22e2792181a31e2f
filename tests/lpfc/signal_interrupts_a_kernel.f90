! lpfc opencl:
! data copy
! A handler calls a kernel while one runs.
module m
  implicit none
  real(8), allocatable :: x(:), y(:)
  real(8), volatile :: seen = -1
  integer :: fired = 0
contains
  subroutine add(n, x, by)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: by
    integer :: i
    do i = 1, n
      x(i) = x(i) + by
    end do
  end subroutine
  subroutine on_alarm
    fired = fired + 1
    call add(1000, y, 1d0)
    if (x(5) >= 0) seen = 1
  end subroutine
end module
program p
  use m
  implicit none
  integer :: k, status
  integer(8) :: t0, t1, rate
  allocate (x(1000000), y(1000))
  x = 1; y = 1
  call alarm(1, on_alarm, status)
  call system_clock(t0, rate)
  k = 0
  do
    call add(1000000, x, 1d0)
    k = k + 1
    call system_clock(t1)
    if (t1 - t0 > 2*rate) exit
  end do
  print *, fired, y(1), seen, x(1) == k + 1
end program
