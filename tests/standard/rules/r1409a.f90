module m
  integer :: a = 5, b = 6
  real, dimension(3) :: v = [1, 2, 3]
end module
subroutine s(x)
  use m, only: c => a, v
  real x
  b = 2.5
  x = x + c + v(2) + b
end subroutine
subroutine t(x)
  use m, d => a
  real x
  a = 2.5
  x = a + d + b
end subroutine
subroutine u(x)
  use m, only:
  real x
  a = 2.5
  x = a
end subroutine
