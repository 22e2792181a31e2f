module m
  type t
    real, pointer :: a(:)
  end type
contains
  subroutine s(p)
    type(t) p
    p%a = p%a*2
  end subroutine
end module
