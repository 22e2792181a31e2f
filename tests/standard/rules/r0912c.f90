module m
  type t
    real :: x = 1
  end type
contains
  subroutine s(p, k)
    type(t) p(0:2)
    integer k
    k = lbound(p%x, 1) + 10*ubound(p%x, 1)
  end subroutine
end module
