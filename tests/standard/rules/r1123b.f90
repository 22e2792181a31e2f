subroutine s(n, x)
  integer n, i, j
  real x(n, n), y(n)
  i = 7
  y = 2
  do concurrent (i = 1:n:2, j = 1:n, i < j)
    x(i, j) = i*10 + j
  end do
  do concurrent (j = n:1:-1)
    y(j) = y(j)*j
  end do
  x(:, 1) = y + i
end subroutine
