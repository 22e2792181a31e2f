module m
  type t
    real :: x = 1
    character(kind=1, len=3) :: s = 'abc'
  end type
contains
  subroutine s(p, q)
    type(t) p, q
    p = q
  end subroutine
end module
