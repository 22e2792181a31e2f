! Regions become kernels, in main programs too. Variables that nothing else uses are their own.
program main
  implicit none
  integer, parameter :: n = 8
  real :: x(n) = 1, y(0:n), t, last
  integer :: i
  print *, 'begin'
  !$loopy begin kernel: smooth
  t = 0.5
  do i = 2, n - 1
    last = t*(x(i - 1) + x(i + 1))
    y(i) = last
  end do
  !$loopy end kernel
  print *, last
  do i = 1, n
    if (y(i) > 0) then
      !$loopy begin kernel: inner
      y(i) = y(i)*2
      x(i) = y(i)
      !$loopy end kernel: inner
    end if
  end do
end program
