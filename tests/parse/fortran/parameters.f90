subroutine constants(x, y, grid)
  implicit none
  integer, parameter :: dp = kind(1.0d0), sp = selected_real_kind(6), n = 8
  integer, parameter :: half = n/2, last = n - 1
  real(dp), parameter :: third = 1.0_dp/3, pi = 4*atan(1.0_dp)
  real(kind=dp) :: x(0:last)
  real(sp) :: y(n)
  double precision grid(half, n*2)
  logical debug
  parameter (debug = .false.)
  integer i
  do i = 0, last
    if (debug) x(i) = 0
    x(i) = pi*x(i) + third
    y(i + 1) = x(i)
  end do
  do i = 1, half
    grid(i, n) = 2.5_sp
  end do
end
