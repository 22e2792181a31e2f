subroutine s(i, j)
  integer i
  integer(8) j
  integer, parameter :: long = 8
  i = -2147483647 - 1
  j = 9223372036854775807_8 - 12345678901_long
end subroutine
