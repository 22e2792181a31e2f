subroutine s(x)
  real x
  block
    type t
      real :: a = 2
    end type
    type(t) p
    x = x + p%a
  end block
end subroutine
