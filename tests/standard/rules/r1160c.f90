subroutine s(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    if (x(i) > 0.7) error stop 'too large'
    x(i) = x(i) + 1
  end do
  if (n < -5) stop 1
end subroutine
