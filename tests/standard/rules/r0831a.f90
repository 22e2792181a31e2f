subroutine s(x)
  real x
  asynchronous x
  volatile :: x
  x = x + 1
end subroutine
