! options: --leave-out output
subroutine s(x)
  real x
  print *, g(x)
contains
  real function g(y)
    real y
    y = y + 1
    g = y
  end function
end subroutine
