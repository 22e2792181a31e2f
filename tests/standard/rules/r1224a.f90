subroutine s(x)
  real x
  backspace 10
  x = x + 1
end subroutine
