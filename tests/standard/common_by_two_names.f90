! One place of a common block under two names in one routine. Fortran: x + 1 in all three.
module ma
  common /mm/ a1, a2
end module
module mb
  common /mm/ b1, b2
end module
subroutine two_modules(x)
  use ma
  use mb
  real x
  a1 = x
  x = b1 + 1
end subroutine
subroutine own_and_module(x)
  use ma, only: a1
  real x
  common /mm/ r, t
  r = x
  x = a1 + 1
end subroutine
subroutine renamed_twice(x)
  use ma, only: u => a2
  use ma, only: v => a2
  real x
  u = x
  x = v + 1
end subroutine
