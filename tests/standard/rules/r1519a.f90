subroutine s(x)
  real x
  intrinsic sin
  call t(sin, x)
contains
  subroutine t(f, x)
    real, external :: f
    real x
    x = f(x)
  end subroutine
end subroutine
