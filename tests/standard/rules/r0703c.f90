subroutine s(a, x)
  class(*) a
  real x
  x = x + 1
end subroutine
