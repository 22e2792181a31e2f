x = 1
subroutine structure(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    if (x(i) > 0) then
      x(i) = 1
  end do
    end if
  else
  end do
  real y
end

subroutine open_ended(n, x)
  integer n, i
  real x(n)
  do i = 1, n
    if (n > 3) then
      x(i) = 2
