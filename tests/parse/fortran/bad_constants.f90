subroutine constants(n, x)
  implicit none
  integer, parameter :: a = 3000000000, b = 1/0, c, d = n
  integer, parameter :: e(2) = 1
  real, parameter :: huge_one = 1e40, f = 2.0
  integer n
  real x(n)
  x(1) = 65536*65536
  x(2) = 2**40
  x(3) = 2**(-1)
  x(4) = 1.0_3
  f = 3
end
