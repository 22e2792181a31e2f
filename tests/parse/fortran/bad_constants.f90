subroutine constants(n, x)
  implicit none
  integer, parameter :: a = 3000000000, b = 1/0, c, d = n
  integer, parameter :: e(2) = 1
  real, parameter :: huge_one = 1e40, f = 2.0
  integer n
  real x(n)
  x(1) = 65536*65536
  x(2) = 2**40
  x(3) = 0**(-1)
  x(4) = 1.0_3
  f = 3
end

subroutine stores(n, k, s)
  implicit none
  integer n, i
  integer k(n)
  integer*2 s(n)
  do i = 1, n
    k(i) = 3000000000
    k(i) = 3000000000_8
    k(i) = -2147483648_8
    k(i) = 1e10
    k(i) = int(1d300)
    s(i) = 32768
    s(i) = -32768.9
  end do
end
