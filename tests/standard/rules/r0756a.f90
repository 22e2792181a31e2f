module m
  type in
    integer :: k = 4
    real :: w(2) = [1, 2]
  end type
  type, extends(in) :: t
    real :: c = 7
  end type
contains
  subroutine s(x)
    real x
    type(t) p
    p = t(5, [3, 4], x)
    x = p%k + p%w(2)
    p = t(c=2, w=3)
    x = x + p%k + p%w(1) + p%c
    p = t(in=in(6), c=1)
    x = x + p%k + p%c
  end subroutine
end module
