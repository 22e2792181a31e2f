subroutine s(n, k)
  integer n, k
  goto (10, 20, 10), n
  k = 0
  return
10 k = 1
20 k = k + 2
end subroutine
