! RUN: map_domain("{ [i, j] -> [w, p] : w = i + j and p = j }"); tag_inames("p: l.0")
! The points of a front are independent; a barrier lies between fronts.
subroutine gs(u)
  implicit none
  integer i, j
  real*8 u(9, 9)
  do i = 2, 9
    do j = 2, 9
      u(i, j) = u(i - 1, j) + u(i, j - 1)
    end do
  end do
end
