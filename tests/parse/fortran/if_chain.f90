! A condition on memory is evaluated once; one on loop variables and values is a predicate as it stands.
subroutine choose(n, m, x, y)
  implicit none
  integer n, m, i, j
  real*8 x(n), y(n)
  do i = 1, n
    if (x(i) > 1) then
      y(i) = 1
    else if (x(i) < -1 .and. .not. m == 3) then
      y(i) = -1
      if (i > 2) y(i) = y(i) + x(i - 1)
    elseif (m .ge. 2) then
      do j = 1, m
        y(i) = y(i) + j
      end do
    else
      y(i) = 0
    endif
    if (i /= n) then
      x(i) = 0
    else
      x(i) = 1
    end if
  end do
end
