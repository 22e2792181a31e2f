module m
  integer, parameter :: n = 3
end module
subroutine s(x)
  use m
  implicit real(8) (x)
  parameter (k = n + 1)
  integer j
  j = k
  x = x*j
end
