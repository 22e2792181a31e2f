! Loop variables that are arguments, that are read behind their loops, and that are used again.
subroutine dummy(n, m, x)
  integer n, m
  real x(n)
  do m = 1, n
    x(m) = 1
  end do
end

subroutine behind(n, x)
  integer n, i
  real x(n + 1)
  do i = 1, n
    x(i) = 1
  end do
  x(i) = 2
  i = 3
  x(1) = i
end

subroutine first_negative(n, x, at)
  integer n, at, i
  real x(n)
  do i = 1, n
    if (x(i) < 0) exit
  end do
  at = i
end

subroutine by_variable_steps(n, k, x)
  integer n, k, i
  real x(n)
  do i = 1, n, k
    x(i) = i
  end do
end
