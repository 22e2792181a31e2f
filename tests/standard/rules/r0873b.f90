subroutine s(x)
  real x
  common /c/ a, b(3)
  b(2) = x
  call t(x)
end subroutine
subroutine t(w)
  real w
  common /c/ p(2), q(2)
  w = q(1)
end subroutine
