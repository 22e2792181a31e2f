subroutine s(i, x, d, k)
  integer i, k
  real x
  real(8) d
  i = mod(i, 20)
  x = x**i + abs(x)**0.5 + x**2 + 2.0**i
  d = d**3 + abs(d)**(1d0/3) + abs(d)**x
  k = 2**abs(i) + (-1)**i + 3**4 + 2**(-1) + i**2
end subroutine
