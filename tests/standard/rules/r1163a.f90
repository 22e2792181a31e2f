subroutine s(x)
  real x
  x = x + 1
  if (x > 3) fail image
end subroutine
