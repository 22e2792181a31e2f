subroutine s(a, x)
  type(*) a
  real x
  x = x + 1
end subroutine
