subroutine s(n, x, k)
  integer n, k, i
  real x(n)
  k = 0
10 k = k + 1
  do i = 1, n
    if (x(i) > k) goto 20
    if (x(i) < -k) goto 30
  end do
  goto 40
20 if (k < 3) goto 10
30 k = -k
40 k = k + 100*i
end subroutine
