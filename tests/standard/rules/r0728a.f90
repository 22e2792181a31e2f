module m
  type base
    real :: a = 1
  end type
  type, extends(base) :: more
    real :: b = 2
  end type
contains
  subroutine s(p, x)
    type(more) p
    real x
    p%b = p%a + p%base%a
    p%base = base(x)
    x = p%a
  end subroutine
end module
