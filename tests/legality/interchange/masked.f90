! RUN: prioritize_loops("j,i")
! Which cells are wet depends on their place alone.
subroutine wet(n, m, coast, a)
  implicit none
  integer n, m, i, j, coast
  real*8 a(n, m)
  do i = 2, n
    do j = 1, m - 1
      if (j > coast) then
        a(i, j) = a(i - 1, j)
      end if
    end do
  end do
end
