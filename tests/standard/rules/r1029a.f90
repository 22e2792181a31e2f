subroutine s(k, x, d)
  integer k(6)
  real x
  real(8) d
  integer i
  integer, parameter :: a(3) = [(i*i, i = 1, 3)], b(2, 3) = reshape([1, 2, 3, 4, 5, 6], [2, 3])
  integer, parameter :: t = sum(b), mx = maxval(a), cs(3) = cshift(a, 1), n = size(b, 2), ix = index('abc', 'c')
  real, parameter :: r = sqrt(2.0), q(2) = real(a(2:3))/3
  real(8), parameter :: e = sin(1d0), f = real(2, 8)/3
  k = [a(2), t, mx, cs(1), n, ix]
  x = r + q(2)
  d = e + f
end subroutine
