subroutine s(a, b, i)
  real a, b
  integer i
  a = -a**2 + (-b)*a - b**(-2) + (-a)**3
  i = -7/2 + (-7)/2 - mod(-7, 3) + modulo(-7, 3)
end subroutine
