subroutine s(x) bind(c, name='other')
  use iso_c_binding
  real(c_double), value :: x
  x = x + 1
end subroutine
