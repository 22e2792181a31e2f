! RUN: map_domain("{ [i, j] -> [w, p] : w = i - j and p = j }")
! EXPECT: lp::legality::order
! TWIN: wavefront
! Fronts that run along the dependences instead of across them.
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
