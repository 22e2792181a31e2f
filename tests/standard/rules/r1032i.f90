module m
  type t
    real, allocatable :: a(:)
    integer :: k = 0
  end type
contains
  subroutine s(p, q)
    type(t) p, q
    p = q
  end subroutine
end module
