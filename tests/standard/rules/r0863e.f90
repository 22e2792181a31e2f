module m
  implicit integer (y), real(8) (z)
contains
  subroutine s(x)
    real x
    y = x + 1.7
    z = x/3
    x = y + z
  end subroutine
end module
