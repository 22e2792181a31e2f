subroutine s(x)
  real x
  x = x + 1
  sync all
end subroutine
