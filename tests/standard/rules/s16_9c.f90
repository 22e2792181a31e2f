subroutine s(a)
  real a(3, 3)
  a = cshift(a, [1, 2, 0], 2)
end subroutine
