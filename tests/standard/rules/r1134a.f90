subroutine s(n, k)
  integer n, k
  a: if (n > 5) then
    k = 1
  else if (n > 3) then a
    k = 2
  elseif (n < 0) then
    k = 3
  else a
    k = 4
  endif a
  if (k == 2) k = k + n
end subroutine
