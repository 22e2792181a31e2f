subroutine s(x, y)
  real x, y(3)
  call t((x))
contains
  subroutine t(a)
    real, value :: a
    a = a + 1
    y = y + a
  end subroutine
end subroutine
