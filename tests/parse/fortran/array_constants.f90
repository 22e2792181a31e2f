! Arrays whose elements have first values.
module tables
  implicit none
  integer, parameter :: wp = 8
  integer, private :: k
  real(wp), parameter :: weights(3) = [0.25_wp, 0.5_wp, 0.25_wp]
  integer, parameter :: offsets(-1:1) = [(2*k, k = 1, 3)]
end module

subroutine smooth(n, x, y)
  use tables
  implicit none
  integer, intent(in) :: n
  real(wp), intent(in) :: x(n)
  real(wp), intent(inout) :: y(n)
  integer i, j
  do i = 2, n - 1
    do j = 1, 3
      y(i) = y(i) + weights(j)*x(i + j - 2)
    end do
    y(i) = y(i) + offsets(0) + offsets(mod(i, 3) - 1)
  end do
end subroutine

subroutine chosen(n, x)
  implicit none
  integer n, i, j
  real x(n)
  integer order(2, 3), unused(100)
  logical takes(4)
  real zero(3), part(5)
  parameter (zero = 0.5)
  data order /1, 2, 3, 3*4/, takes /.false., 2*.true., .false./
  data part(2), (part(i), i = 3, 5) /1.5, 3*-2/
  data ((unused(i + 10*j), i = 1, 10), j = 0, 9) /100*7/
  do i = 1, n
    j = 1 + mod(i, 4)
    if (takes(j)) x(i) = x(i) + order(1 + mod(i, 2), 1 + mod(i, 3))
    x(i) = x(i)*part(1 + j) + zero(1 + mod(i, 3))
  end do
end subroutine

subroutine empty(x)
  implicit none
  real x(1), none(0)
  integer, parameter :: many(2, 2) = reshape([1, 2, 3, 4], [2, 2])
  data none /0*1.0/
  x(1) = many(2, 1) + many(1, 2)
end subroutine

! A table that is given to a routine.
subroutine given(x)
  implicit none
  real x(2)
  real, parameter :: table(2) = [1.0, 2.0]
  call add(x, table)
  x(1) = x(1) + table(2)
end subroutine

subroutine add(x, t)
  implicit none
  real x(2), t(2)
  x = x + t
end subroutine
