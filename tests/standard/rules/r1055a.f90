subroutine s(n, b)
  integer n, i
  real b(n)
  forall (i = n:1:-1, b(i) > 0) b(i) = b(n - i + 1)
end subroutine
