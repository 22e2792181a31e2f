subroutine s(x)
  real x, y
  y = 3
  call t
  x = x + y
contains
  subroutine t
    import, only: y
    y = y + 1
  end subroutine
end subroutine
