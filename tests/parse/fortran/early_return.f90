! What follows runs where no condition for a return held, with the values that they had then.
subroutine guarded(n, m, x)
  integer n, m, i
  real*8 x(n), t
  if (n < 2) return
  t = 2.0d0
  x(1) = x(1)*t
  if (x(1) > 1.0d0) then
    return
  end if
  x(1) = 3.0d0
  if (m == 0 .or. n == m) return
  do i = 1, int(x(2))
    if (x(i) > 0) x(i) = t
  end do
  return
end
