subroutine s(x)
  real x
  call t(c=3, a=x, b=2)
contains
  subroutine t(a, b, c)
    real a
    integer b, c
    a = a*b - c
  end subroutine
end subroutine
