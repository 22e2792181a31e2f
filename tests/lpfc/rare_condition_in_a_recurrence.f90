! lpfc c openmp:
! What a recurrence does under a rare condition is asked for once an iteration, not once a group: this program took
! minutes, its original does not take a millisecond.
module m
contains
  subroutine outward(n, v, p, imax)
    integer, intent(in) :: n
    real(8), intent(in) :: v(n)
    real(8), intent(out) :: p(n)
    integer, intent(out) :: imax
    real(8) :: u(n)
    integer :: i
    u = 0
    u(1) = 1
    do i = 1, n - 1
      u(i + 1) = u(i)*v(i)
      if (abs(u(i + 1)) >= 1d6) then
        p = u
        imax = i
        return
      end if
    end do
    p = u
    imax = n
  end subroutine
end module
program main
  use m
  integer, parameter :: n = 60000
  real(8) :: v(n), p(n)
  integer :: imax
  v = 1.0001d0
  call outward(n, v, p, imax)
  print *, imax, p(n/4)
  v = 1.001d0
  call outward(n, v, p, imax)
  print *, imax, p(imax/4)
end program
