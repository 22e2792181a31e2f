subroutine s(n, k)
  integer n, k
  k = 0
  do
    k = k + 2
    if (k > n) exit
    if (mod(k, 4) == 0) cycle
    k = k + 1
  enddo
end subroutine
