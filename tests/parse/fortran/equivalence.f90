! Local variables that share memory.
subroutine names(n, x)
  implicit none
  integer n, i
  real x(n), a, b, c(4), d(4)
  equivalence (a, b), (c, d)
  do i = 1, n
    a = x(i)
    c = b
    d(1 + mod(i, 4)) = 2*b
    x(i) = c(1) + c(4)
  end do
end subroutine

subroutine pieces(n, x)
  implicit none
  integer n, i, k
  real(8) x(n), grid(2, 2), row(4), first, third, tail(0:1)
  equivalence (grid(1, 1), row(1)), (row(3), third), (first, row), (tail(0), grid(2, 2))
  do i = 1, n
    k = 1 + mod(i, 4)
    grid = 0
    row(k) = x(i)
    tail(1) = 5
    x(i) = 2*first + 3*third + grid(1 + mod(k, 2), 2) + tail(0) + tail(1)
    call scale(grid, row(3), third)
    x(i) = x(i) + row(2) + tail(0)
  end do
end subroutine

subroutine scale(g, r, t)
  implicit none
  real(8) g(2, 2), r(2), t
  g(2, 1) = 3*r(1) + t
  r(2) = 7
end subroutine
