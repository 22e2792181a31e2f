subroutine s(x)
  real x
  type t
    real a(2, 0:3)
  end type
  type(t) p(2)
  p(1)%a = x
  p(2)%a(:, 0) = p(1)%a(:, 3) + lbound(p(1)%a, 2)
  x = sum(p(2)%a(:, 0)) + size(p(2)%a) + ubound(p(1)%a, 2)
end subroutine
