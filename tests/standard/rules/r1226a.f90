subroutine s(x)
  real x
  x = x + 1
  rewind 7
end subroutine
