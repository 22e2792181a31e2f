recursive subroutine s(n, k)
  integer n, k
  k = k + n
  if (n > 3) return
  k = k*2
end subroutine
