subroutine s(x)
  real x
  endfile 10
  x = x + 1
end subroutine
