subroutine s(x)
  real x
  common /c/ a, b(3), i // y
  common /c/ z
  a = x; i = 3; y = x; z = 2
  call t(x)
  x = x + b(2) + y
end subroutine
subroutine t(w)
  real w
  common /c/ p, q(3), k
  common r
  w = p + k
  q(2) = 7
  r = r + 1
end subroutine
