subroutine s(x)
  dimension x(3), y(0:2)
  y = 2
  x = x*y + y(0)
end subroutine
