subroutine functions(n, x, y, k, l)
  implicit none
  integer n, i
  integer k(n), l(n)
  real*8 x(n), y(n)
  real s
  do i = 1, n
    y(i) = sqrt(abs(x(i))) + sin(x(i))*dcos(x(i)) + atan2(x(i), 2.0d0)
    y(i) = y(i) + exp(-dabs(x(i))) + log10(abs(x(i)) + 1.0d0)
    y(i) = y(i) + max(x(i), 0.5d0, y(i)) - dmin1(x(i), y(i)) + sign(1.0d0, x(i))
    y(i) = y(i) + aint(x(i)) + anint(x(i)) + mod(x(i), 0.3d0) + modulo(x(i), 0.3d0)
    s = float(i)
    y(i) = y(i) + dble(s) + real(x(i)) + merge(x(i), y(i), x(i) > 0)
    k(i) = nint(x(i)) + int(x(i)) + floor(x(i)) + ceiling(x(i))
    l(i) = iabs(k(i)) + max0(k(i), 3) + isign(2, k(i)) + mod(k(i), 4) + dim(k(i), 1)
  end do
end
