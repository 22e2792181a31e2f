subroutine scratch(n, m, a, b)
  implicit none
  integer n, m, i, j
  real*8 a(n, m), b(n, m)
  real*8 row(4), whole(0:m + 1)
  do i = 1, n
    do j = 1, 4
      row(j) = a(i, 1)*j
    end do
    do j = 1, m
      whole(j) = a(i, j) + row(2)
    end do
    do j = 2, m - 1
      b(i, j) = whole(j - 1) + whole(j + 1)
    end do
  end do
end
