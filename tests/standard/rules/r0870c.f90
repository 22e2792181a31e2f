subroutine s(x)
  real x, a(4), b(2)
  equivalence (a(2), b)
  data b /1.5, 2.5/
  x = x + a(2) + a(3)
end subroutine
