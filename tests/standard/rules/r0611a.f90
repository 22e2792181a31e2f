subroutine s(n, x)
  integer n, i
  real x
  do 0010 i = 1, n
    if (i == 3) goto 10
    x = x + i
010 continue
  if (n > 2) goto 99
  if (n > 1) then
    if (x > 3) goto 20
    x = 1
20 end if
  x = x + 1
99 end
