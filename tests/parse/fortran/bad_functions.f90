subroutine functions(n, x, k)
  implicit none
  integer n, k
  real x(n)
  real*8 y
  y = 1
  x(1) = sqrt(k)
  x(2) = dsqrt(x(1))
  x(3) = atan2(x(1))
  x(4) = max(x(1))
  x(5) = popcnt(k)
  x(6) = real(k, kind=n)
  x(7) = sqtr(x(1))
  x(8) = merge(1, 2, k)
  x(9) = float(x(1))
end
