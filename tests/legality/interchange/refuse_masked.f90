! RUN: prioritize_loops("j,i")
! EXPECT: lp::legality::order
! TWIN: masked
! Only wet cells are updated, and nobody knows before which ones those are.
subroutine wet(n, m, depth, a)
  implicit none
  integer n, m, i, j
  real*8 a(n, m), depth(n, m)
  do i = 2, n
    do j = 1, m - 1
      if (depth(i, j) > 0) then
        a(i, j) = a(i - 1, j + 1)
      end if
    end do
  end do
end
