subroutine s(n, x, k)
  integer n, k, i, j
  real x(n, n)
  k = 0
  outer: do j = 1, n
    inner: do i = 1, n
      if (x(i, j) > 0.5) cycle outer
      if (x(i, j) < -0.5) exit inner
      if (i + j > n + 1) exit outer
      k = k + 1
    end do inner
    k = k + 100
  end do outer
  k = k + 10000*i + 100000*j
end subroutine
