subroutine s(n, x)
  integer n, i
  real x(n)
  do concurrent (i = 1:n, x(i) > 0)
    x(i) = -x(i)
  end do
end subroutine
