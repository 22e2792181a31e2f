subroutine s(y)
  real y
10 format (i5, 'a', /) 
  y = y + 1
20 format (*(f8.3, 1x)) 
end
