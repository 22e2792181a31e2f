module m
  type t
    real :: a = 1
  end type
contains
  subroutine s(p, x)
    class(t) p
    real x
    select type (p)
    type is (t)
      x = p%a
    class default
      x = 0
    end select
  end subroutine
end module
