subroutine s(n, a)
  integer n
  real a(n)
  if (n < 3) return
  a(1:3) = a(2)
  a = a/a(3) + sum(a)
  a(1:2) = [a(2), a(1)]
  a = a(n)
end subroutine
