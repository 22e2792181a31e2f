! RUN: prioritize_loops("j,i")
subroutine wet(n, m, depth, a)
  implicit none
  integer n, m, i, j
  real*8 a(n, m), depth(n, m)
  do i = 2, n
    do j = 1, m - 1
      if (depth(i, j) > 0) then
        a(i, j) = a(i - 1, j)
      end if
    end do
  end do
end
