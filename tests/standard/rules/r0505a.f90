subroutine s(y)
10 format (i5) 
  parameter (two = 2.5)
  implicit integer (k)
  kk = 2.7
  y = y*two + kk
end
