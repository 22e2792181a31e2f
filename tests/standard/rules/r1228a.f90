subroutine s(x)
  real x
  x = x + 1
  flush (6)
end subroutine
