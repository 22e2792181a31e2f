subroutine s(z)
  complex z(3)
  call t(z%re)
contains
  subroutine t(x)
    real x(:)
    x = 5
  end subroutine
end subroutine
