! Types by first letter: the default rule, and one of its own.
subroutine plain(n, x, y)
  dimension x(n), y(n)
  do i = 1, n
    half = x(i)/2
    k = half
    y(i) = k + half
  end do
end

subroutine ruled(n, x, y)
  implicit real*8 (a-h, o-z), integer*8 (i-n)
  dimension x(n), y(n)
  do i = 1, n
    y(i) = 2*x(i)
  end do
end
