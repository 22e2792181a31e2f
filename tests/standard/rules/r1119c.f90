subroutine s(n, x)
  integer n
  real x, r
  do r = 0.0, 1.0, 0.1
    x = x + r
  end do
  x = x + r
end subroutine
