! An exit that depends on data is a number in an argument; one that the host can test is a requirement.
subroutine roots(n, x)
  implicit none
  integer n, i
  real*8 x(n)
  if (n < 1) stop 'empty'
  do i = 1, n
    if (x(i) < 0) stop 'negative'
    x(i) = sqrt(x(i))
  end do
end subroutine
subroutine both(n, x, y)
  implicit none
  integer n
  real*8 x(n), y(n)
  call roots(n, x)
  y(1) = x(1)
end subroutine
