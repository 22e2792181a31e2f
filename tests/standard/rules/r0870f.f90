subroutine s(x)
  real x, a(4), b(3), c(2)
  equivalence (a(2), b(1)), (b(2), c(1))
  a = x
  c(1) = 7
  b(3) = 8
  x = a(3)*10 + a(4) + c(2)
end subroutine
