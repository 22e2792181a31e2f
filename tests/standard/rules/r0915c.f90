subroutine s(z)
  complex z
  call t(z%re)
contains
  subroutine t(x)
    real x
    x = 5
  end subroutine
end subroutine
