subroutine s(x)
  real x
  write (*, *) x
  x = x + 1
end subroutine
