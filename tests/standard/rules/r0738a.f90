module m
  type t
    real, allocatable :: a(:)
    integer :: n = 0
  end type
contains
  subroutine s(p)
    type(t) p
    p%a = p%a*2
    p%n = size(p%a)
  end subroutine
end module
