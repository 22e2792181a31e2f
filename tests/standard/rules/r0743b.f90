module m
  type in
    integer :: k = 4
  end type
  type t
    type(in) :: a = in(5)
  end type
contains
  subroutine s(x)
    real x
    type(t) p
    x = x + p%a%k
  end subroutine
end module
