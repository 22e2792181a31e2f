subroutine s(x)
  real, volatile :: x
  real, asynchronous :: y
  y = x
  x = y + 1
end subroutine
