subroutine s(a)
  real a(3)
  a = [(i*0.5, integer(8) :: i = 1, 3)] + a
end subroutine
