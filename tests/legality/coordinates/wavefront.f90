! RUN: map_domain("{ [i, j] -> [w, p] : w = i + j and p = j }")
subroutine gs(n, u)
  implicit none
  integer n, i, j
  real*8 u(n, n)
  do i = 2, n
    do j = 2, n
      u(i, j) = u(i - 1, j) + u(i, j - 1)
    end do
  end do
end
