! RUN: map_domain("{ [i, j] -> [p, q] : p = i + j and q = i }")
subroutine sweep(n, u)
  implicit none
  integer n, i, j
  real*8 u(n, n)
  do i = 2, n
    do j = 1, n - 1
      u(i, j) = u(i - 1, j + 1) + 1
    end do
  end do
end
