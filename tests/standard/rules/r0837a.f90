subroutine s(x)
  real x
  real w(4, 4), v(10), u(6)
  integer i, j, k(3)
  logical f
  complex z
  data ((w(i, j), i = 1, j), j = 1, 4) /10*1.5/, ((w(i, j), i = j + 1, 4), j = 1, 3) /2*3, 4*-1.0/
  data (v(i), i = 1, 10, 3) /1, 2, 3, 4/, v(2) /5.d0/
  data u /6*0.5/ k, f /1, 2*7, .true./, z /(1, 2)/
  x = x + sum(w) + v(1) + 2*v(4) + 3*v(7) + 4*v(10) + v(2) + sum(u) + sum(k) + aimag(z)
  if (f) x = x + 1
end subroutine
