subroutine used(x, y)
  real x
  real, optional :: y
  x = y
end subroutine

subroutine leaves_out(x)
  real x
  call used(x)
end subroutine

subroutine asks(x, y)
  real x, y, z
  optional y
  if (present(z)) x = 1
  if (present(y + 1)) x = 2
  if (present(x, y)) x = 3
end subroutine

subroutine hands_on(x, y)
  real x
  real, optional :: y
  call needs(x, y)
end subroutine

subroutine needs(x, y)
  real x, y
  x = x + 1
end subroutine

subroutine calls(x)
  real x
  call hands_on(x)
end subroutine
