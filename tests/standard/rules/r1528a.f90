module m
contains
subroutine s(x) bind(c, name='other')
  use iso_c_binding
  real(c_double), value :: x
  x = x + 1
end subroutine
function f(n) result(r) bind(c)
  use iso_c_binding
  integer(c_int), value :: n
  integer(c_int) r
  r = n + 1
end function
end module
