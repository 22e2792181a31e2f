! Bounds read from memory are stored before the loop, also under a condition.
subroutine rows(n, m, first, length, x, y)
  implicit none
  integer n, m, i, j, len, limit
  integer first(n + 1), length(n)
  real*8 x(m), y(n), s
  limit = n
  do i = 1, limit
    s = 0
    len = length(i)
    do j = 1, len
      s = s + j
    end do
    if (s > 2) then
      do j = first(i), first(i + 1) - 1
        s = s + x(j)
      end do
    end if
    do j = 1, len
      len = 0
      s = s + 1
    end do
    y(i) = s
  end do
end
