module m
  type t
    real a(2, 0:3)
  end type
contains
  subroutine s(p, k)
    type(t) p
    integer k
    k = lbound(p%a, 2) + 10*ubound(p%a, 2) + 100*lbound(p%a(:, :), 2)
  end subroutine
end module
