subroutine loops(n, m, x)
  integer n, m, i, j
  real x(n), t
  do while (n)
    x(1) = x(1) - 1
  end do
  do while x(1) > 0
    x(1) = 2
  end do
  do concurrent (i = 1:n)
    x(i) = 2
  end do
end

subroutine more_loops(n, m, x)
  integer n, m, i, j
  real x(n), t
  do i = 1, n, 0
    x(i) = 1
  end do
  do i = 1, n, m
    x(i) = 1
  end do
  do t = 1, n
    x(1) = t
  end do
  do i = 1.5, n
    x(i) = 1
  end do
end
