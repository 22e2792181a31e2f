! Bounds that follow outer loops, minima and maxima of bounds, and tiles.
subroutine triangles(n, m, a, b)
  implicit none
  integer n, m, i, j, k, t
  real*8 a(n, n), b(n, n)
  do i = 1, n
    do j = i, n
      a(i, j) = 1
    end do
    do j = 1, n
      do k = max(i, j), min(i + j, n)
        b(k, j) = b(k, j) + a(i, k)
      end do
    end do
  end do
  do t = 1, n, 8
    do i = t, min(t + 7, n)
      do j = i - 1, 1, -1
        a(i, j) = b(i, j + 1)
      end do
    end do
  end do
end
