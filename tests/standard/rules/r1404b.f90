module m
  real a(3), b(3)
  equivalence (a, b)
contains
  subroutine s(x)
    real x
    a(2) = x
    x = b(2) + 1
  end subroutine
end module
