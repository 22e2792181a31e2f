subroutine s(n, k)
  integer n, k, i
  i = 1
  if (n > 3) goto 10
  do i = 1, n
10 k = k + 1
  end do
end subroutine
