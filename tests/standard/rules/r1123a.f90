subroutine s(n, a, x)
  integer n, i
  real a(n), x
  i = 0
  do while (i < n)
    i = i + 1
    if (a(i) < 0) cycle
    x = x + a(i)
  end do
  do 10, while (x > 50)
10 x = x/2
end subroutine
