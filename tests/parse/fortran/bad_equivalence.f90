subroutine types(x)
  real x, a
  integer k
  equivalence (a, k)
  a = x
  x = k
end subroutine

subroutine argument(x)
  real x(2), a(2)
  equivalence (a, x)
  a(1) = 1
end subroutine

subroutine kept(x)
  real x, a, b(2)
  save a
  equivalence (a, b)
  a = a + 1
  x = b(2)
end subroutine

subroutine twice(x)
  real x, a(3), b(3)
  equivalence (a(1), b(1)), (a(2), b(3))
  a(1) = 1
  x = b(1)
end subroutine

subroutine loops(n, x)
  integer n, i, j
  real x(n)
  equivalence (i, j)
  do i = 1, n
    x(i) = j
  end do
end subroutine

subroutine bounds(n, x)
  integer n
  real x, a(n), b(3)
  equivalence (a, b)
  a(1) = 1
  x = b(1)
end subroutine
