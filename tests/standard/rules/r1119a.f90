subroutine s(n, k)
  integer n, k(8), i, m
  k = 0
  m = 5
  do i = 1, m
    m = m - 1
    k(1) = k(1) + i
  end do
  k(2) = i
  a: do i = n, 1, -3
    k(3) = k(3) + i
  end do a
  k(4) = i
  do 10, i = 3, 2
10 k(5) = 1
  k(5) = k(5) + i
  do 20 i = 1, 3
    do 20 m = i, 3
20 k(6) = k(6) + m
  do, i = 1, 120, 7
    k(7) = i
  end do
  k(8) = i + m
end subroutine
