module m
  type t
    real a(2, 0:3)
  end type
contains
  subroutine s(p, k)
    type(t) p(2)
    integer k
    k = lbound(p(1)%a, 2) + 10*ubound(p(1)%a, 2)
  end subroutine
end module
