subroutine s(a)
  real a(6), b(3, 2)
  b = reshape(a, [3, 2], order=[2, 1])
  a = reshape(b, [6])
end subroutine
