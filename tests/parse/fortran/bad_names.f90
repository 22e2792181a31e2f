subroutine names(n, x, rho, x)
  implicit none
  integer n, i
  real x(n), rho(n), factor
  integer x
  do i = 1, n
    x(i) = rh(i)*2
    x(i) = x(i)*fctor
    total = x(i)
    x(i) = sqroot(x(i))
  end do
end
