subroutine s(x)
  real x
  type t
    real :: a = 1, b(2) = 2
  end type
  type(t) p, q(3)
  p%a = x
  q(1) = p
  q(2:3) = q(1:2)
  p = q(2)
  x = p%a + sum(q(3)%b)
end subroutine
