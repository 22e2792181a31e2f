! Nothing is reassociated.
subroutine order(n, a, b, c, out)
  implicit none
  integer n, i
  real*4 a(n), b(n), c(n), out(n)
  do i = 1, n
    out(i) = a(i)*b(i)/c(i)
    out(i) = out(i) + a(i)/b(i)*c(i)
    out(i) = out(i) - (a(i) - (b(i) - c(i)))
    out(i) = -a(i)**2 + 2.0**3**1 + out(i)
    out(i) = a(i) + (b(i) + c(i)) + out(i)
  end do
end
