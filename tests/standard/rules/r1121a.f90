subroutine s(n, x)
  integer n, i, j
  real x(n)
  do 20 i = 1, n
    do 20 j = i, n, 2
      if (x(j) > 0.9) goto 20
      x(i) = x(i) + x(j)*0.5
20 continue
end subroutine
