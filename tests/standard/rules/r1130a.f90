subroutine s(n, x)
  integer n, i
  real x(n), t(2)
  do concurrent (i = 1:n) local(t)
    t = x(i)
    x(i) = sum(t)
  end do
end subroutine
