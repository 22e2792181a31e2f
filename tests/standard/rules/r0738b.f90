module m
  type t
    real, allocatable :: a(:)
  end type
contains
  subroutine s(x)
    real x
    type(t) p
    allocate (p%a(3))
    p%a = x
    x = sum(p%a)
  end subroutine
end module
