! RUN: map_domain("{ [i, j] -> [p, q] : p = j and q = i }")
! EXPECT: lp::legality::order
! TWIN: skewed_then_exchanged
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
