subroutine s(x, i, l, m)
  real x
  integer i
  logical l, m
  i = -2**2 + 2**3**2 - 7/2*2 + 3 - 2 - 1
  x = -x**2*3/2 - x/3/2
  l = .not. l .and. m .or. l .eqv. m .neqv. x + 1 < 2*x
end subroutine
